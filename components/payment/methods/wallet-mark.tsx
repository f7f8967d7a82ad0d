import type { KnownWallet } from '@/lib/domain/wallets';

/** Letters on the colour by which a wallet is known; the name stands beside it. White on each keeps 4.5:1. */
const looks = {
  boost: { letters: 'B', colour: '#c8102e' },
  shopeepay: { letters: 'S', colour: '#c73a1a' },
  setel: { letters: 'se', colour: '#0057b8' },
  grabpay: { letters: 'G', colour: '#00722f' },
  touchngo: { letters: 'TnG', colour: '#004a98' },
} as const satisfies Record<KnownWallet, unknown>;

export function WalletMark({ wallet }: { readonly wallet: KnownWallet }) {
  const { letters, colour } = looks[wallet];
  return (
    <svg viewBox="0 0 48 32" width="42" height="28" aria-hidden="true" className="shrink-0">
      <rect width="48" height="32" rx="6" fill={colour} />
      <text x="24" y="21.5" textAnchor="middle" fontSize="15" fontWeight="800" fill="#ffffff">
        {letters}
      </text>
    </svg>
  );
}
