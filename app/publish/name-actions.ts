'use server'

import { redirect } from 'next/navigation'
import type { NameState } from '#components/accounts/form-result.tsx'
import type { Context } from '#lib/context/context.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField, LineField } from '#lib/kernel/validation/text-fields.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'
import { requireOwnSkillSetAdmin } from '#lib/publishing/drafts/require-own-skill-set.ts'
import { renamePublisher, renameSlug } from '#lib/publishing/publishers/rename.ts'
import { requireOwnPublisher } from '#lib/publishing/publishers/require-own-publisher.ts'
import * as transfers from '#lib/publishing/publishers/transfer.ts'

const FINAL_CHANGE = { channel: 'studio', requiresRecentAuth: true } as const

export async function changePublisherName(
  handle: unknown,
  _before: unknown,
  form: unknown,
): Promise<NameState> {
  const { name = '' } = formFields(form)
  const authorize = (ctx: Context) => requireOwnPublisher(ctx, parseFields(LineField, handle), 'ADMIN')
  const result = await performAction({ ...FINAL_CHANGE, authorize }, (ctx) =>
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
  const authorize = (ctx: Context) => requireOwnSkillSetAdmin(ctx, parseFields(IdField, id))
  const result = await performAction({ ...FINAL_CHANGE, authorize, refreshes: true }, (ctx) =>
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
  return redirectToTransfer(offer(() => ({ handle: parseFields(LineField, handle) }), form))
}

export async function offerSkillSet(
  id: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  return redirectToTransfer(offer(() => ({ skillSetId: parseFields(IdField, id) }), form))
}

export async function acceptTransfer(
  id: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  return redirectToTransfer(
    endOffer(id, 'to', (ctx, transfer) => transfers.acceptTransfer(ctx, transfer, formFields(form))),
  )
}

export async function declineTransfer(id: unknown): Promise<PublicError | null> {
  return redirectToTransfer(endOffer(id, 'to', transfers.declineTransfer))
}

export async function cancelTransfer(id: unknown): Promise<PublicError | null> {
  return redirectToTransfer(endOffer(id, 'from', transfers.cancelTransfer))
}

type Work = { authorize: (ctx: Context) => unknown; perform: (ctx: Context) => Promise<string> }

function offer(parse: () => transfers.Offered, form: unknown): Work {
  return {
    authorize: (ctx) => transfers.requireOffered(ctx, parse()),
    perform: (ctx) => transfers.offerTransfer(ctx, parse(), formFields(form)),
  }
}

function endOffer(
  transferId: unknown,
  side: 'from' | 'to',
  end: (ctx: Context, id: string) => Promise<void>,
): Work {
  const parse = () => parseFields(IdField, transferId)
  return {
    authorize: (ctx) => transfers.requireOwnTransfer(ctx, parse(), side),
    async perform(ctx) {
      await end(ctx, parse())
      return parse()
    },
  }
}

async function redirectToTransfer({ authorize, perform }: Work): Promise<PublicError | null> {
  const result = await performAction({ ...FINAL_CHANGE, authorize }, perform)
  if (!result.ok) return result.error
  redirect(paths.transfer(result.data))
}
