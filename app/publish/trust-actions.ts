'use server'

import { redirect } from 'next/navigation'
import { z } from 'zod'
import type { Context } from '#lib/context/context.ts'
import type { PublicError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { type ActionResult, performAction } from '#lib/protocols/http/responses/action-result.ts'
import { requireOwnSkillSetAdmin } from '#lib/publishing/drafts/require-own-skill-set.ts'
import {
  discardStaged,
  requireStagedAdmin,
  submitStaged,
} from '#lib/publishing/from-ci/staged-submissions.ts'
import * as repositories from '#lib/publishing/from-ci/trusted-repositories.ts'
import { RELEASE_CHOICES } from '#lib/publishing/model/rollout-steps.ts'
import { setEmbedSites } from '#lib/publishing/publishers/embed-sites.ts'

const requireAdminOf = (skillSetId: unknown) => (ctx: Context) =>
  requireOwnSkillSetAdmin(ctx, parseFields(IdField, skillSetId))

export async function trustRepository(
  skillSetId: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  const result = await performAction(
    { channel: 'studio', authorize: requireAdminOf(skillSetId), requiresRecentAuth: true, refreshes: true },
    (ctx) => repositories.trustRepository(ctx, parseFields(IdField, skillSetId), formFields(form)),
  )
  return result.ok ? null : result.error
}

export async function distrustRepository(skillSetId: unknown, id: unknown): Promise<ActionResult<void>> {
  return performAction(
    {
      channel: 'studio',
      authorize: requireAdminOf(skillSetId),
      requiresRecentAuth: true,
      refreshes: 'always',
    },
    (ctx) => repositories.distrustRepository(ctx, parseFields(IdField, skillSetId), id),
  )
}

export async function saveEmbedSites(
  skillSetId: unknown,
  _before: unknown,
  form: unknown,
): Promise<{ error: PublicError | null; isSaved: boolean; name: string }> {
  const { sites = '' } = formFields(form)
  const result = await performAction({ channel: 'studio' }, (ctx) =>
    setEmbedSites(ctx, parseFields(IdField, skillSetId), { sites }),
  )
  return { error: result.ok ? null : result.error, isSaved: result.ok, name: sites }
}

const Revision = z.int().nullable()

const Release = z.object({ release: z.enum(RELEASE_CHOICES).optional() })

/** The form has `release` where the page offers the choice. */
export async function submitBuild(
  id: unknown,
  revision: unknown,
  _before: unknown,
  form: unknown,
): Promise<PublicError | null> {
  const authorize = (ctx: Context) => requireStagedAdmin(ctx, parseFields(IdField, id))
  const result = await performAction(
    // A build whose checks fail has replaced the draft already, so the page needs its new revision.
    { channel: 'studio', authorize, requiresRecentAuth: true, isCostly: true, refreshes: 'always' },
    async (ctx) => {
      const staged = parseFields(IdField, id)
      return submitStaged(ctx, staged, {
        revision: parseFields(Revision, revision),
        release: parseFields(Release, formFields(form)).release,
      })
    },
  )
  if (!result.ok) return result.error
  redirect('submissionId' in result.data ? paths.submission(result.data.submissionId) : paths.publish)
}

export async function discardBuild(id: unknown): Promise<ActionResult<void>> {
  return performAction({ channel: 'studio' }, (ctx) => discardStaged(ctx, parseFields(IdField, id)))
}
