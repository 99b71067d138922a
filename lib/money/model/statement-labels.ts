export const STATEMENTS = ['wallet', 'earnings'] as const
export type StatementOf = (typeof STATEMENTS)[number]

export const STATEMENT_LINE_LABELS = {
  wallet: {
    hold: 'Paid or reserved for a run',
    settle: 'Released after a run',
    refund: 'Refund',
    grant: 'Top-up by an admin',
    promotion: 'Welcome credit',
    move: 'From earnings',
  },
  earnings: {
    settle: 'Earned',
    refund: 'Refunded to a caller',
    move: 'Moved to the wallet',
    payout: 'Paid out',
  },
} as const satisfies Record<StatementOf, Record<string, string>>

/** `isPaid` means that none of the reservation was released. */
export function statementLineLabel(
  of: StatementOf,
  { kind, isPaid = false }: { kind: string; isPaid?: boolean },
): string {
  if (kind === 'hold') return isPaid ? 'Paid for a run' : 'Reserved for a run'
  return (STATEMENT_LINE_LABELS[of] as Record<string, string>)[kind] ?? kind
}
