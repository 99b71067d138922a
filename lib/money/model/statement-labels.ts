export const STATEMENTS = ['wallet', 'earnings'] as const
export type StatementAccount = (typeof STATEMENTS)[number]

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
    payout_request: 'Set aside for a payout',
    payout_return: 'Returned from a payout',
    repay: 'Kept for refunds after a recall',
  },
} as const satisfies Record<StatementAccount, Record<string, string>>

/** The kinds of transfers in the ledger; each account shows some of them. */
export type StatementLineKind = {
  [Account in StatementAccount]: keyof (typeof STATEMENT_LINE_LABELS)[Account]
}[StatementAccount]

/** `isPaid` means that the whole hold was captured, `isPurchase` that the run bought the text of instructions. */
export function statementLineLabel(
  of: StatementAccount,
  {
    kind,
    isPaid = false,
    isPurchase = false,
  }: { kind: StatementLineKind; isPaid?: boolean; isPurchase?: boolean },
): string {
  if (kind === 'hold' && isPurchase) return isPaid ? 'Paid for instructions' : 'Reserved for instructions'
  if (kind === 'hold') return isPaid ? 'Paid for a run' : 'Reserved for a run'
  return (STATEMENT_LINE_LABELS[of] as Partial<Record<StatementLineKind, string>>)[kind] ?? kind
}
