import type { Metadata } from 'next'
import { DecideSpending } from '#components/auth/decide-spending.tsx'
import { Page } from '#components/shell/page.tsx'
import { getSpendingConfirmation } from '#lib/money/confirm-spending.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { decideSpending } from '../../actions.ts'

export const metadata: Metadata = { title: 'Confirm a paid call' }

export default async function ConfirmSpendingPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const confirmation = await orNotFound(getSpendingConfirmation(await contextFromCookie(), id))
  return (
    <Page
      width="reading"
      title="Confirm a paid call"
      description="A program wants to spend more in one call than its API key may spend without asking."
    >
      <DecideSpending confirmation={confirmation} decide={decideSpending} />
    </Page>
  )
}
