'use server'

import type { MoneyFormState } from '#components/money/money-form.tsx'
import type { Context } from '#lib/context/context.ts'
import { requireAdmin } from '#lib/context/context.ts'
import * as credit from '#lib/money/credit-requests.ts'
import * as money from '#lib/money/grant-credit.ts'
import * as payouts from '#lib/money/payouts/decide-payout.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function grantCredit(_before: unknown, form: unknown): Promise<MoneyFormState> {
  return act(form, money.grantCredit, 'Granted.')
}

export async function recordPayout(_before: unknown, form: unknown): Promise<MoneyFormState> {
  return act(form, payouts.recordPayout, 'Recorded.')
}

export async function refundRun(_before: unknown, form: unknown): Promise<MoneyFormState> {
  return act(form, money.refundRun, 'Refunded.')
}

export async function payPayout(_before: unknown, form: unknown): Promise<MoneyFormState> {
  return act(form, payouts.payPayout, 'Marked as paid.')
}

export async function declinePayout(_before: unknown, form: unknown): Promise<MoneyFormState> {
  return act(form, payouts.declinePayout, 'Declined.')
}

export async function declineCredit(_before: unknown, form: unknown): Promise<MoneyFormState> {
  return act(form, credit.declineCredit, 'Declined.')
}

async function act(
  form: unknown,
  work: (ctx: Context, fields: unknown) => Promise<void>,
  successMessage: string,
): Promise<MoneyFormState> {
  const fields = formFields(form)
  const result = await performAction(
    { authorize: requireAdmin, requiresRecentAuth: true, refreshes: true },
    (ctx) => work(ctx, fields),
  )
  if (!result.ok) return { error: result.error, successMessage: null, values: fields }
  return { error: null, successMessage, values: {} }
}
