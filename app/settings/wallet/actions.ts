'use server'

import { refresh } from 'next/cache'
import type { MoneyFormState } from '#components/wallet/money-form.tsx'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { type ActionResult, actionResult } from '#lib/http/responses/action-result.ts'
import * as wallet from '#lib/ledger/wallet.ts'
import * as credit from '#lib/ledger/welcome-credit.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'

export async function setDailyCap(_before: unknown, form: unknown): Promise<MoneyFormState> {
  const cap = formFields(form).cap ?? ''
  const result = await actionResult(async () => wallet.setDailyCap(await contextFromCookie(), { cap }))
  if (!result.ok) return { error: result.error, successMessage: null, values: { cap } }
  refresh()
  return { error: null, successMessage: cap.trim() ? 'Saved.' : 'Saved. No spending cap.', values: { cap } }
}

export async function requestCredit(): Promise<ActionResult<void>> {
  return actionResult(async () => credit.requestCredit(await contextFromCookie()))
}
