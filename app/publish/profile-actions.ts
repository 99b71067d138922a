'use server'

import { z } from 'zod'
import type { ProfileState } from '#components/publishing/publish/profile-forms.tsx'
import type { Context } from '#lib/context/context.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField, LineField } from '#lib/kernel/validation/text-fields.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'
import { contactPublisher } from '#lib/publishing/publishers/contact-publisher.ts'
import * as profiles from '#lib/publishing/publishers/profile.ts'
import * as proofs from '#lib/publishing/publishers/proofs.ts'
import * as screenshots from '#lib/publishing/publishers/screenshots.ts'

/** Public endpoints: arguments are untrusted. */
export async function saveProfile(handle: unknown, _before: unknown, form: unknown): Promise<ProfileState> {
  const values = formFields(form)
  const result = await attempt((ctx) =>
    profiles.savePublisherProfile(ctx, parseFields(LineField, handle), values),
  )
  return { ...result, values }
}

export async function requestVerification(handle: unknown): Promise<ProfileState> {
  const result = await attempt((ctx) => profiles.requestVerification(ctx, parseFields(LineField, handle)))
  return { ...result, values: {} }
}

const Method = z.enum(['dns', 'site', 'github'])

/** Checks what the publisher says it controls: the domain of its website, or a repository. */
export async function proveControl(
  handle: unknown,
  method: unknown,
  subject: unknown,
): Promise<ProfileState> {
  const result = await attempt(async (ctx) => {
    const name = parseFields(LineField, handle)
    const by = parseFields(Method, method)
    if (by === 'github') await proofs.proveRepository(ctx, name, parseFields(LineField, subject))
    else await proofs.proveDomain(ctx, name, by)
  })
  return { ...result, values: {} }
}

export async function removeControl(handle: unknown, method: unknown): Promise<ProfileState> {
  const result = await attempt((ctx) =>
    proofs.removeProof(ctx, parseFields(LineField, handle), parseFields(Method, method)),
  )
  return { ...result, values: {} }
}

export async function writeToPublisher(
  handle: unknown,
  _before: unknown,
  form: unknown,
): Promise<ProfileState> {
  const values = formFields(form)
  const result = await attempt((ctx) => contactPublisher(ctx, parseFields(LineField, handle), values))
  return { ...result, values: result.isSaved ? {} : values }
}

export async function addScreenshot(
  skillSetId: unknown,
  _before: unknown,
  form: unknown,
): Promise<ProfileState> {
  const { caption = '' } = formFields(form)
  const result = await attempt(async (ctx) =>
    screenshots.addScreenshot(ctx, parseFields(IdField, skillSetId), {
      bytes: await readImage(form),
      caption,
    }),
  )
  return { ...result, values: result.isSaved ? {} : { caption } }
}

export async function removeScreenshot(
  skillSetId: unknown,
  _before: unknown,
  form: unknown,
): Promise<ProfileState> {
  const result = await attempt((ctx) =>
    screenshots.removeScreenshot(ctx, parseFields(IdField, skillSetId), formFields(form)),
  )
  return { ...result, values: {} }
}

async function attempt(work: (ctx: Context) => Promise<void>): Promise<Omit<ProfileState, 'values'>> {
  const result = await performAction({ channel: 'studio', refreshes: true }, work)
  return { error: result.ok ? null : result.error, isSaved: result.ok }
}

async function readImage(form: unknown): Promise<Uint8Array> {
  const file = form instanceof FormData ? form.get('image') : null
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer())
  const message = 'Choose an image.'
  throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/image', message }] })
}
