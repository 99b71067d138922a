'use client'

import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { formatAmount } from '#lib/kernel/money.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toast.ts'
import type { TextForSaleViewProps } from './text-for-sale.tsx'

/** Buys the instructions after a confirmation. Disabled if the wallet has too little. */
export function BuyTextButton(props: TextForSaleViewProps & { isShort: boolean }) {
  const { skill, forSale, organisationName, isShort, startRun } = props
  const { name, version, title } = skill
  const { price, covers } = forSale
  const router = useRouter()
  // One key for all clicks: a purchase whose answer was lost is not repeated.
  const key = useRef('')
  const buy = () => {
    key.current ||= crypto.randomUUID()
    return startRun({ name, version, args: '{}', maxPrice: price, idempotencyKey: key.current })
  }
  const onDone = (run: RunView) => {
    key.current = ''
    if (run.error) toast.error(run.error.message)
    else toast.success('You bought the instructions.')
    router.refresh()
  }
  return (
    <ConfirmDialog
      title={`Buy “${title}” for ${formatAmount(price)} USDC?`}
      description={`${formatAmount(price)} USDC are paid from the wallet of ${organisationName}, once for all versions ${covers}. A new major version costs its own price.`}
      confirmLabel="Buy"
      destructive={false}
      onConfirm={buy}
      onDone={onDone}
    >
      <Button disabled={isShort}>Buy for {formatAmount(price)} USDC</Button>
    </ConfirmDialog>
  )
}
