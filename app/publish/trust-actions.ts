'use server'

import { refresh } from 'next/cache'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { requirePresence } from '#lib/accounts/presence.ts'
import type { Context } from '#lib/context/context.ts'
import type { PublicError } from '#lib/errors.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { type ActionResult, actionResult, costlyActionResult } from '#lib/http/responses/action-result.ts'
import { setEmbedSites } from '#lib/publishers/embed-sites.ts'
import { contextFromCookie } from '#lib/session/context/context-from-request.ts'
import { paths } from '#lib/site/paths.ts'
import { discardStaged, submitStaged } from '#lib/trusted-publishing/staged-submissions.ts'
import { distrustRepository, trustRepository } from '#lib/trusted-publishing/trusted-repositories.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField } from '#lib/validation/text-fields.ts'

async function presentPerson(): Promise<Context> {
  const ctx = await contextFromCookie('studio')
  await requirePresence(ctx)
  return ctx
}

export async function addTrust(
  skillSetId: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  const result = await actionResult(async () =>
    trustRepository(await presentPerson(), parseFields(IdField, skillSetId), formFields(form)),
  )
  if (result.ok) refresh()
  return result.ok ? null : result.error
}

export async function removeTrust(skillSetId: unknown, id: unknown): Promise<ActionResult<void>> {
  const result = await actionResult(async () =>
    distrustRepository(await presentPerson(), parseFields(IdField, skillSetId), id),
  )
  refresh()
  return result
}

export async function saveEmbedSites(
  skillSetId: unknown,
  _before: unknown,
  form: unknown,
): Promise<{ error: PublicError | null; isSaved: boolean; name: string }> {
  const { sites = '' } = formFields(form)
  const result = await actionResult(async () =>
    setEmbedSites(await contextFromCookie('studio'), parseFields(IdField, skillSetId), { sites }),
  )
  return { error: result.ok ? null : result.error, isSaved: result.ok, name: sites }
}

const Revision = z.int().nullable()

/** Runs the examples and checks, as every submission does. */
export async function submitBuild(id: unknown, revision: unknown): Promise<PublicError | null> {
  const result = await costlyActionResult(async () => {
    const staged = parseFields(IdField, id)
    return submitStaged(await presentPerson(), staged, { revision: parseFields(Revision, revision) })
  })
  if (!result.ok) return result.error
  redirect('submissionId' in result.data ? paths.submission(result.data.submissionId) : paths.publish)
}

export async function discardBuild(id: unknown): Promise<PublicError | null> {
  const result = await actionResult(async () =>
    discardStaged(await contextFromCookie('studio'), parseFields(IdField, id)),
  )
  if (!result.ok) return result.error
  redirect(paths.publish)
}
