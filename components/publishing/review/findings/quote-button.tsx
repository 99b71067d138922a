'use client'

import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import { Button } from '../../../ui/button.tsx'
import { useAction } from '../../../ui/use-action.ts'

export type QuoteFinding = (request: { rule: string; sentence: string }) => Promise<ActionResult<void>>

type QuoteButtonProps = { rule: string; sentence: string; isQuoted: boolean; quote: QuoteFinding }

/** Adds a finding of the site to those of the decision. */
export function QuoteButton({ rule, sentence, isQuoted, quote }: QuoteButtonProps) {
  const [isSending, start] = useAction()
  if (isQuoted) return <span className="text-muted-foreground text-xs">quoted</span>
  return (
    <Button
      variant="ghost"
      size="sm"
      pending={isSending}
      aria-label={`Quote in the decision: ${sentence}`}
      onClick={() => start(() => quote({ rule, sentence }), 'The decision quotes this finding.')}
    >
      Quote
    </Button>
  )
}
