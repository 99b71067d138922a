'use server'

import { SEEN } from '#components/admin/seen-setting.tsx'
import type { SettingsState } from '#components/admin/settings-form.tsx'
import { saveSiteSettings } from '#lib/admin/site-settings.ts'
import { requireRecentAuth } from '#lib/auth/recent-auth.ts'
import { uploadImage } from '#lib/blobs/images/images.ts'
import { type Context, requireAdmin } from '#lib/context/context.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'

/** Public endpoints: arguments are untrusted. */
export async function saveSettings(_before: unknown, form: unknown): Promise<SettingsState> {
  const fields = formFields(form)
  // Without JavaScript, React adds hidden fields to the form.
  const sent = Object.entries(fields).filter(([name]) => !name.startsWith('$ACTION'))
  const values = Object.fromEntries(sent.filter(([name]) => !name.startsWith(SEEN)))
  const seen = Object.fromEntries(
    sent.filter(([name]) => name.startsWith(SEEN)).map(([name, etag]) => [name.slice(SEEN.length), etag]),
  )
  return saveFormValues(values, (ctx) => saveSiteSettings(ctx, values, { seen }))
}

export async function saveLogo(_before: unknown, form: unknown): Promise<SettingsState> {
  return saveFormValues({}, async (ctx) => saveSiteSettings(ctx, { logo: await readLogo(ctx, form) }))
}

async function readLogo(ctx: Context, form: unknown): Promise<string> {
  if (!(form instanceof FormData) || form.get('remove')) return ''
  const file = form.get('logo')
  if (!(file instanceof File) || file.size === 0) {
    const message = 'Choose an image.'
    throw new AppError('INVALID_INPUT', { message, issues: [{ path: '/logo', message }] })
  }
  return (await uploadImage(ctx, new Uint8Array(await file.arrayBuffer()))).path
}

async function saveFormValues(
  values: Record<string, string>,
  work: (ctx: Context) => Promise<void>,
): Promise<SettingsState> {
  const result = await performAction({ refreshes: true }, async (ctx) => {
    requireAdmin(ctx)
    await requireRecentAuth(ctx)
    await work(ctx)
  })
  if (!result.ok) return { error: result.error, isSaved: false, values }
  return { error: null, isSaved: true, values: {} }
}
