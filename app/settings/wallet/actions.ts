'use server'

import type { MoneyFormState } from '#components/money/money-form.tsx'
import * as credit from '#lib/money/credit-requests.ts'
import * as wallet from '#lib/money/wallet.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'

export async function setDailyCap(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const cap = formFields(form).cap ?? ''
  const result = await performAction({ refreshes: true }, (ctx) => wallet.setDailyCap(ctx, { cap }))
  if (!result.ok) return { error: result.error, successMessage: null, values: { cap } }
  return { error: null, successMessage: cap.trim() ? 'Saved.' : 'Saved. No spending cap.', values: { cap } }
}

export async function requestCredit(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const { amount = '', reason = '' } = formFields(form)
  const result = await performAction({ refreshes: true }, (ctx) =>
    credit.requestCredit(ctx, { amount, reason }),
  )
  if (!result.ok) return { error: result.error, successMessage: null, values: { amount, reason } }
  return { error: null, successMessage: 'Sent. You are notified once an admin has answered.', values: {} }
}
