'use server'

import { redirect } from 'next/navigation'
import type { NameState } from '#components/accounts/form-result.tsx'
import type { Context } from '#lib/context/context.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField, LineField } from '#lib/kernel/validation/text-fields.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { actionResultWith } from '#lib/protocols/http/responses/action-result.ts'
import { renamePublisher, renameSlug } from '#lib/publishing/publishers/rename.ts'
import * as transfers from '#lib/publishing/publishers/transfer.ts'

const FINAL_CHANGE = { channel: 'studio', requiresRecentAuth: true } as const

export async function changePublisherName(
  handle: unknown,
  _before: unknown,
  form: unknown,
): Promise<NameState> {
  const { name = '' } = formFields(form)
  const result = await actionResultWith(FINAL_CHANGE, (ctx) =>
    renamePublisher(ctx, {
      handle: parseFields(LineField, handle),
      to: parseFields(LineField, name),
    }),
  )
  if (result.ok) redirect(paths.publisherSettings(result.data))
  return { error: result.error, isSaved: false, name }
}

export async function changeSkillSetSlug(id: unknown, _before: unknown, form: unknown): Promise<NameState> {
  const { name = '' } = formFields(form)
  const result = await actionResultWith({ ...FINAL_CHANGE, refreshes: true }, (ctx) =>
    renameSlug(ctx, {
      skillSetId: parseFields(IdField, id),
      slug: parseFields(LineField, name),
    }),
  )
  return result.ok
    ? { error: null, isSaved: true, name: result.data }
    : { error: result.error, isSaved: false, name }
}

export async function offerPublisher(
  handle: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  return redirectToTransfer((ctx) =>
    transfers.offerTransfer(ctx, { handle: parseFields(LineField, handle) }, formFields(form)),
  )
}

export async function offerSkillSet(
  id: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  return redirectToTransfer((ctx) =>
    transfers.offerTransfer(ctx, { skillSetId: parseFields(IdField, id) }, formFields(form)),
  )
}

export async function acceptTransfer(
  id: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  return redirectToTransfer(
    endOffer(id, (ctx, transfer) => transfers.acceptTransfer(ctx, transfer, formFields(form))),
  )
}

export async function declineTransfer(id: unknown): Promise<PublicError | null> {
  return redirectToTransfer(endOffer(id, transfers.declineTransfer))
}

export async function cancelTransfer(id: unknown): Promise<PublicError | null> {
  return redirectToTransfer(endOffer(id, transfers.cancelTransfer))
}

type Work = (ctx: Context) => Promise<string>

function endOffer(transferId: unknown, action: (ctx: Context, id: string) => Promise<void>): Work {
  return async (ctx) => {
    const id = parseFields(IdField, transferId)
    await action(ctx, id)
    return id
  }
}

async function redirectToTransfer(work: Work): Promise<PublicError | null> {
  const result = await actionResultWith(FINAL_CHANGE, work)
  if (!result.ok) return result.error
  redirect(paths.transfer(result.data))
}
