'use server'

import type { SettingsState } from '#components/admin/settings-form.tsx'
import { saveOrganisationLimits } from '#lib/admin/organisation-limits.ts'
import { requireRecentAuth } from '#lib/auth/recent-auth.ts'
import { requireAdmin } from '#lib/context/context.ts'
import { parseFields } from '#lib/kernel/validation/parse-with.ts'
import { IdField } from '#lib/kernel/validation/text-fields.ts'
import { formFields } from '#lib/protocols/http/requests/request-fields.ts'
import { performAction } from '#lib/protocols/http/responses/action-result.ts'

/** Public endpoint: arguments are untrusted. */
export async function saveLimits(id: unknown, _before: unknown, form: unknown): Promise<SettingsState> {
  const fields = Object.entries(formFields(form)).filter(([name]) => !name.startsWith('$ACTION'))
  const values = Object.fromEntries(fields)
  const result = await performAction({ refreshes: true }, async (ctx) => {
    requireAdmin(ctx)
    await requireRecentAuth(ctx)
    await saveOrganisationLimits(ctx, parseFields(IdField, id), values)
  })
  if (!result.ok) return { error: result.error, isSaved: false, values }
  return { error: null, isSaved: true, values: {} }
}
