'use server'

import type { MoneyFormState } from '#components/money/money-form.tsx'
import { requireOrganisationAdmin } from '#lib/context/context.ts'
import * as payee from '#lib/money/payouts/payee.ts'
import * as payouts from '#lib/money/payouts/request-payout.ts'
import * as wallet from '#lib/money/wallet.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function savePayee(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const values = formFields(form)
  const result = await performAction(
    { authorize: requireOrganisationAdmin, requiresRecentAuth: true, refreshes: true },
    (ctx) => payee.savePayee(ctx, values),
  )
  return { error: result.ok ? null : result.error, successMessage: result.ok ? 'Saved.' : null, values }
}

export async function requestPayout(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const amount = formFields(form).amount ?? ''
  const result = await performAction({ refreshes: true }, (ctx) => payouts.requestPayout(ctx, { amount }))
  if (!result.ok) return { error: result.error, successMessage: null, values: { amount } }
  return { error: null, successMessage: 'Requested. You are notified once it is paid.', values: {} }
}

export async function withdrawPayout(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const { id } = formFields(form)
  const result = await performAction({ refreshes: 'always' }, (ctx) => payouts.withdrawPayout(ctx, id ?? ''))
  if (!result.ok) return { error: result.error, successMessage: null, values: {} }
  return { error: null, successMessage: 'Withdrawn.', values: {} }
}

export async function moveEarnings(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const amount = formFields(form).amount ?? ''
  const result = await performAction({ refreshes: true }, (ctx) => wallet.moveEarnings(ctx, { amount }))
  if (!result.ok) return { error: result.error, successMessage: null, values: { amount } }
  return { error: null, successMessage: `Moved ${amount.trim()} USDC to the wallet.`, values: { amount: '' } }
}
