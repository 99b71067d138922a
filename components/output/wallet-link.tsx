import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { LinkButton } from '../ui/button.tsx'

/**
 * For an error PAYMENT_REQUIRED: leads to where credit is requested, or to the page that the error names, such as a call that
 * waits for a confirmation. A run keeps its error without an address.
 */
export function WalletLink({ error: { href = paths.wallet } }: { error: PublicError }) {
  return (
    <LinkButton href={href} size="sm">
      {labelOf(href)}
    </LinkButton>
  )
}

function labelOf(href: string): string {
  if (href === paths.wallet) return 'Open the wallet'
  return href.startsWith(paths.keyConfirmation('')) ? 'Confirm the call' : 'Open the page'
}
