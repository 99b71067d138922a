'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import type { NameState } from '#components/account/form-result.tsx'
import type { Context } from '#lib/context/context.ts'
import type { PublicError } from '#lib/errors.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { actionResult } from '#lib/http/responses/action-result.ts'
import { renamePublisher, renameSlug } from '#lib/publishers/rename.ts'
import { acceptTransfer, cancelTransfer, declineTransfer, offerTransfer } from '#lib/publishers/transfer.ts'
import { contextOfPresent } from '#lib/session/context/context-of-present.ts'
import { paths } from '#lib/site/paths.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField, LineField } from '#lib/validation/text-fields.ts'

export async function changePublisherName(
  handle: unknown,
  _before: unknown,
  form: unknown,
): Promise<NameState> {
  const { name = '' } = formFields(form)
  const result = await actionResult(async () =>
    renamePublisher(await contextOfPresent('studio'), {
      handle: parseFields(LineField, handle),
      to: parseFields(LineField, name),
    }),
  )
  if (result.ok) redirect(paths.publisherSettings(result.data))
  return { error: result.error, isSaved: false, name }
}

export async function changeSkillSetSlug(id: unknown, _before: unknown, form: unknown): Promise<NameState> {
  const { name = '' } = formFields(form)
  const result = await actionResult(async () =>
    renameSlug(await contextOfPresent('studio'), {
      skillSetId: parseFields(IdField, id),
      slug: parseFields(LineField, name),
    }),
  )
  if (result.ok) refresh()
  return result.ok
    ? { error: null, isSaved: true, name: result.data }
    : { error: result.error, isSaved: false, name }
}

export async function offerPublisher(
  handle: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  const result = await actionResult(async () =>
    offerTransfer(
      await contextOfPresent('studio'),
      { handle: parseFields(LineField, handle) },
      formFields(form),
    ),
  )
  if (!result.ok) return result.error
  redirect(paths.transfer(result.data))
}

export async function offerSkillSet(
  id: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  const result = await actionResult(async () =>
    offerTransfer(
      await contextOfPresent('studio'),
      { skillSetId: parseFields(IdField, id) },
      formFields(form),
    ),
  )
  if (!result.ok) return result.error
  redirect(paths.transfer(result.data))
}

export async function accept(id: unknown, _before: unknown, form: unknown): Promise<PublicError | null> {
  return endOnPage(id, async (ctx, transfer) => acceptTransfer(ctx, transfer, formFields(form)))
}

export async function decline(id: unknown): Promise<PublicError | null> {
  return endOnPage(id, declineTransfer)
}

export async function cancel(id: unknown): Promise<PublicError | null> {
  return endOnPage(id, cancelTransfer)
}

async function endOnPage(
  id: unknown,
  end: (ctx: Context, id: string) => Promise<void>,
): Promise<PublicError | null> {
  const result = await actionResult(async () => {
    const transfer = parseFields(IdField, id)
    await end(await contextOfPresent('studio'), transfer)
    return transfer
  })
  if (!result.ok) return result.error
  redirect(paths.transfer(result.data))
}
