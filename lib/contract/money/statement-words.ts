/** What a line of a statement is called. Ground; also in the browser. */

export const STATEMENTS = ['wallet', 'earnings'] as const
export type StatementOf = (typeof STATEMENTS)[number]

/** By account, and in it by the kind of transfer: the filter's choices too. */
export const LINE_WORDS = {
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

/** `isPaid` is said of what was reserved for a run that has ended, when none of it came back. */
export function lineWord(
  of: StatementOf,
  { kind, isPaid = false }: { kind: string; isPaid?: boolean },
): string {
  if (kind === 'hold') return isPaid ? 'Paid for a run' : 'Reserved for a run'
  return (LINE_WORDS[of] as Record<string, string>)[kind] ?? kind
}
