'use server'

import { refresh } from 'next/cache'
import type { MoneyFormState } from '#components/wallet/money-form.tsx'
import * as wallet from '#lib/ledger/wallet.ts'
import { actionResult } from '#lib/protocol/action-result.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

export async function setDailyCap(_before: unknown, form: FormData): Promise<MoneyFormState> {
  const cap = String(form.get('cap') ?? '')
  const result = await actionResult(async () => wallet.setDailyCap(await contextFromCookie(), { cap }))
  if (!result.ok) return { error: result.error, said: null, values: { cap } }
  refresh()
  return { error: null, said: cap.trim() ? 'Saved.' : 'Saved: no cap.', values: { cap } }
}
