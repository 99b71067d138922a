'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { PublicError } from '#lib/errors.ts'
import { formFields } from '#lib/http/requests/request-fields.ts'
import { type ActionResult, actionResultWith } from '#lib/http/responses/action-result.ts'
import { setEmbedSites } from '#lib/publishers/embed-sites.ts'
import { paths } from '#lib/site/paths.ts'
import { discardStaged, submitStaged } from '#lib/trusted-publishing/staged-submissions.ts'
import { distrustRepository, trustRepository } from '#lib/trusted-publishing/trusted-repositories.ts'
import { parseFields } from '#lib/validation/parse-with.ts'
import { IdField } from '#lib/validation/text-fields.ts'

export async function addTrust(
  skillSetId: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  const result = await actionResultWith({ channel: 'studio', isPresent: true, refreshes: true }, (ctx) =>
    trustRepository(ctx, parseFields(IdField, skillSetId), formFields(form)),
  )
  return result.ok ? null : result.error
}

export async function removeTrust(skillSetId: unknown, id: unknown): Promise<ActionResult<void>> {
  return actionResultWith({ channel: 'studio', isPresent: true, refreshes: 'always' }, (ctx) =>
    distrustRepository(ctx, parseFields(IdField, skillSetId), id),
  )
}

export async function saveEmbedSites(
  skillSetId: unknown,
  _before: unknown,
  form: unknown,
): Promise<{ error: PublicError | null; isSaved: boolean; name: string }> {
  const { sites = '' } = formFields(form)
  const result = await actionResultWith({ channel: 'studio' }, (ctx) =>
    setEmbedSites(ctx, parseFields(IdField, skillSetId), { sites }),
  )
  return { error: result.ok ? null : result.error, isSaved: result.ok, name: sites }
}

const Revision = z.int().nullable()

export async function submitBuild(id: unknown, revision: unknown): Promise<PublicError | null> {
  const result = await actionResultWith(
    { channel: 'studio', isPresent: true, isCostly: true },
    async (ctx) => {
      const staged = parseFields(IdField, id)
      return submitStaged(ctx, staged, {
        revision: parseFields(Revision, revision),
      })
    },
  )
  if (!result.ok) return result.error
  redirect('submissionId' in result.data ? paths.submission(result.data.submissionId) : paths.publish)
}

export async function discardBuild(id: unknown): Promise<PublicError | null> {
  const result = await actionResultWith({ channel: 'studio' }, (ctx) =>
    discardStaged(ctx, parseFields(IdField, id)),
  )
  if (!result.ok) return result.error
  redirect(paths.publish)
}
