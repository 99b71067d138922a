'use client'

import { Lock } from 'lucide-react'
import dynamic from 'next/dynamic'
import type { TextForSale } from '#lib/contracts/document/instruction-text.ts'
import { formatAmount, parseMicros } from '#lib/kernel/money.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { SentFormRun } from '#lib/runs/start/run-options.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { Usdc } from '../../ui/amount.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'

// The pages of skills without a price do not load the dialog.
const BuyTextButton = dynamic(() => import('./buy-text-button.tsx').then((module) => module.BuyTextButton))

export type TextForSaleViewProps = {
  skill: { name: string; version: string; title: string }
  forSale: TextForSale
  /** The balance of the wallet that pays; undefined for visitors. */
  balance: string | undefined
  organisationName: string | null
  signInHref: string
  startRun: (request: SentFormRun) => Promise<ActionResult<RunView>>
}

/** Takes the place of instructions that have to be bought: what they contain, what they cost and the button that buys them. */
export function TextForSaleView(props: TextForSaleViewProps) {
  const { skill, forSale, balance, organisationName, signInHref } = props
  const { price, covers, headings, characters } = forSale
  const isShort = balance !== undefined && parseMicros(balance) < parseMicros(price)
  return (
    <section
      aria-labelledby="text-for-sale"
      className="grid gap-5 rounded-lg border border-border bg-card p-5 shadow-xs sm:p-8"
    >
      <div className="grid gap-1.5">
        <h2 id="text-for-sale" className="flex items-center gap-2 font-semibold">
          <Lock className="size-4 shrink-0" aria-hidden /> These instructions are for sale
        </h2>
        <p className="max-w-2xl text-pretty text-muted-foreground text-sm">
          {`${characters.toLocaleString('en')} characters. Once bought, everyone in your organisation, and its agents, can read them on every channel, in all versions ${covers}.`}
        </p>
      </div>
      {headings.length > 0 && (
        <div className="grid gap-1.5">
          <h3 className="font-medium text-sm">Contents</h3>
          <ul className="grid list-disc gap-0.5 pl-5 text-sm">
            {headings.map((heading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and never change places.
              <li key={index} className="[overflow-wrap:anywhere]">
                {heading}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {organisationName === null ? (
          <LinkButton href={signInHref}>Sign in to buy for {formatAmount(price)} USDC</LinkButton>
        ) : (
          <BuyTextButton {...props} isShort={isShort} />
        )}
        {balance !== undefined && (
          <p className={isShort ? 'text-destructive text-sm' : 'text-muted-foreground text-sm'}>
            {isShort ? 'Your balance is too low: ' : 'Wallet balance: '}
            <TextLink href={paths.wallet}>
              <Usdc value={balance} />
            </TextLink>
            {isShort && '. Open the wallet to request credit.'}
          </p>
        )}
      </div>
    </section>
  )
}
