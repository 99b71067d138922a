/** What a line of a statement is called. Ground; also in the browser. */

export const STATEMENTS = ['wallet', 'earnings'] as const
export type StatementOf = (typeof STATEMENTS)[number]

/** By account, and in it by the kind of transfer: the filter's choices too. */
export const LINE_WORDS = {
  wallet: {
    hold: 'Paid or put aside for a run',
    settle: 'Given back after a run',
    refund: 'Refund',
    grant: 'Filled by an admin',
    promotion: 'Welcome',
    move: 'From earnings',
  },
  earnings: {
    settle: 'Earned',
    refund: 'Given back to a caller',
    move: 'Moved to the wallet',
    payout: 'Paid out',
  },
} as const satisfies Record<StatementOf, Record<string, string>>

/** `isPaid` is said of what was put aside for a run that has ended, when none of it came back. */
export function lineWord(
  of: StatementOf,
  { kind, isPaid = false }: { kind: string; isPaid?: boolean },
): string {
  if (kind === 'hold') return isPaid ? 'Paid for a run' : 'Put aside for a run'
  return (LINE_WORDS[of] as Record<string, string>)[kind] ?? kind
}
