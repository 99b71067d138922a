'use server'

import type { MoneyFormState } from '#components/wallet/money-form.tsx'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { type ActionResult, actionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import * as wallet from '#lib/ledger/wallet.ts'
import * as credit from '#lib/ledger/welcome-credit.ts'

export async function setDailyCap(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const cap = formFields(form).cap ?? ''
  const result = await actionResultWith({ refreshes: true }, (ctx) => wallet.setDailyCap(ctx, { cap }))
  if (!result.ok) return { error: result.error, successMessage: null, values: { cap } }
  return { error: null, successMessage: cap.trim() ? 'Saved.' : 'Saved. No spending cap.', values: { cap } }
}

export async function requestCredit(): Promise<ActionResult<void>> {
  return actionResult((ctx) => credit.requestCredit(ctx))
}
