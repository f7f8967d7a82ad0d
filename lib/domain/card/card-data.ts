/**
 * Card data that is encrypted with the backend's key: the JSON inside the compact JWE (`RSA-OAEP-256`, `A256GCM`, with the key's `kid`) of
 * `cardDetails` and `cardDetailsEPP`. It is the same whether the browser or the form handler encrypts it.
 */
export interface CardData {
  /** Digits only. */
  readonly number: string;
  /** `MM/YY`. */
  readonly expiry: string;
  readonly cvv: string;
  readonly name: string;
}

/** The JSON inside the compact JWE of `savedCardCvv`. */
export interface SavedCardCvv {
  readonly cvv: string;
}
