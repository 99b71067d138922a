'use server'

import { refresh } from 'next/cache'
import type { MoneyFormState } from '#components/wallet/money-form.tsx'
import type { Context } from '#lib/context.ts'
import * as money from '#lib/ledger/grant.ts'
import { actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

export async function grant(_before: unknown, form: FormData): Promise<MoneyFormState> {
  return act(form, money.grant, 'Granted.')
}

export async function recordPayout(_before: unknown, form: FormData): Promise<MoneyFormState> {
  return act(form, money.recordPayout, 'Recorded.')
}

export async function refundRun(_before: unknown, form: FormData): Promise<MoneyFormState> {
  return act(form, money.refundRun, 'Refunded.')
}

async function act(
  form: FormData,
  work: (ctx: Context, given: unknown) => Promise<void>,
  said: string,
): Promise<MoneyFormState> {
  const given = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >
  const result = await actionResult(async () => work(await contextFromCookie(), given))
  if (!result.ok) return { error: result.error, said: null, values: given }
  refresh()
  return { error: null, said, values: {} }
}
