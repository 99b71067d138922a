import { paths } from '#lib/contract/market/paths.ts'
import { sizeWords } from '#lib/contract/market/size-words.ts'
import { microsOf } from '#lib/contract/money/money.ts'
import type { Quote } from '#lib/execution/quote-run.ts'
import { durationText } from '../output/duration-text.ts'
import { Link } from '../ui/link.tsx'

type PriceNoteProps = { quote: Quote; isSignedIn: boolean }

/** What the button will cost, when it is charged, and what to expect of the run. */
export function PriceNote({ quote, isSignedIn }: PriceNoteProps) {
  const usual = usualText(quote)
  if (quote.terms === 'free' && quote.price === '0' && !usual) return null
  return (
    <div className="mt-4 grid gap-1 border-border border-t pt-3 text-muted-foreground text-xs">
      {quote.price !== '0' && <Cost quote={quote} isSignedIn={isSignedIn} />}
      {quote.terms === 'own' && <p>Free for you: your organisation publishes this skill.</p>}
      {usual && <p>{usual}</p>}
    </div>
  )
}

function Cost({ quote: { price, priceOfCalls, balance }, isSignedIn }: PriceNoteProps) {
  const isShort = balance !== undefined && microsOf(balance) < microsOf(price)
  return (
    <>
      <p>
        <strong className="font-medium text-foreground">{price} USDC per run</strong>
        {priceOfCalls !== '0' && `, of which up to ${priceOfCalls} for the skills it calls`}. You pay only for
        a result that keeps the contract; a run that fails, is cancelled or only partly succeeds costs
        nothing.
      </p>
      {isSignedIn && balance !== undefined && (
        <p className={isShort ? 'text-destructive' : undefined}>
          {isShort ? 'Your wallet does not cover this. Balance:' : 'Wallet balance:'}{' '}
          <Link href={paths.wallet} className="underline underline-offset-4">
            {balance} USDC
          </Link>
          .
        </p>
      )}
    </>
  )
}

/** "Typically takes 40 ms (95 % of runs: up to 120 ms) and returns about 2 KB." */
function usualText({ durationMs, outputBytes }: Quote): string | undefined {
  if (durationMs.p50 === null || durationMs.p95 === null) return undefined
  const [usual, nearlyAlways] = [durationText(durationMs.p50), durationText(durationMs.p95)]
  const time = `Typically takes ${usual}${nearlyAlways === usual ? '' : ` (95 % of runs: up to ${nearlyAlways})`}`
  return outputBytes.p50 === null ? `${time}.` : `${time} and returns about ${sizeWords(outputBytes.p50)}.`
}
