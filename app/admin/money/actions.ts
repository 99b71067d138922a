'use server'

import { refresh } from 'next/cache'
import type { MoneyFormState } from '#components/wallet/money-form.tsx'
import type { Context } from '#lib/context/context.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { actionResult } from '#lib/http/responses/action-result.ts'
import * as money from '#lib/ledger/grant-credit.ts'
import { contextOfPresent } from '#lib/session/context/context-of-present.ts'

export async function grant(_before: unknown, form: unknown): Promise<MoneyFormState> {
  return act(form, money.grantCredit, 'Granted.')
}

export async function recordPayout(_before: unknown, form: unknown): Promise<MoneyFormState> {
  return act(form, money.recordPayout, 'Recorded.')
}

export async function refundRun(_before: unknown, form: unknown): Promise<MoneyFormState> {
  return act(form, money.refundRun, 'Refunded.')
}

async function act(
  form: unknown,
  work: (ctx: Context, given: unknown) => Promise<void>,
  successMessage: string,
): Promise<MoneyFormState> {
  const given = formFields(form)
  const result = await actionResult(async () => {
    const ctx = await contextOfPresent()
    await work(ctx, given)
  })
  if (!result.ok) return { error: result.error, successMessage: null, values: given }
  refresh()
  return { error: null, successMessage, values: {} }
}
