/**
 * Returns the link that opens WhatsApp with a text and lets its user choose to whom to send it: `https://wa.me/?text=` and the text,
 * URL-encoded (WhatsApp Help Center, "How to use click to chat": a link with just a pre-filled message).
 */
export function makeWhatsAppShareUrl(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
