import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { LinkButton } from '../ui/button.tsx'

/**
 * Leads to where credit is requested, or to the page that the error names, such as a call that waits for a confirmation.
 * Nothing for other errors. A run keeps its error without a link.
 */
export function WalletLink({ error: { code, href = paths.wallet } }: { error: PublicError }) {
  if (code !== 'PAYMENT_REQUIRED') return null
  return (
    <LinkButton href={href} size="sm">
      {href === paths.wallet ? 'Open the wallet' : 'Open'}
    </LinkButton>
  )
}
