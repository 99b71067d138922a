/** To whom an organisation's earnings are paid. All that identifies them is sealed with the master key. */

import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import { openSecret, storeSecret } from '../../config/sealed-secrets.ts'
import { type Context, requireOrganisationAdmin, requireScope } from '../../context/context.ts'
import type { Database, Tx } from '../../kernel/db/prisma-client.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { isStorable } from '../../kernel/validation/storable.ts'
import { nameField, oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { isCountry } from '../model/countries.ts'
import { payoutAccountError } from '../model/payout-account.ts'
import { findPayeeRow, savePayeeRow } from '../rows/payout-rows.ts'

const storableLine = (max: number) =>
  z
    .string()
    .transform(oneVisibleLine)
    .pipe(z.string().max(max, `Use at most ${max} characters.`))
    .refine(isStorable, 'This contains characters that cannot be stored.')

const PayeeDetails = z.object({
  name: nameField,
  address: z
    .string()
    .trim()
    .min(1, 'Enter a postal address.')
    .max(500, 'Use at most 500 characters.')
    .refine(isStorable, 'This contains characters that cannot be stored.'),
  /** ISO 3166-1 alpha-2. */
  country: z.string().refine(isCountry, 'Choose a country.'),
  taxNumber: storableLine(60).default(''),
  payTo: storableLine(200).pipe(z.string().min(4)),
})

export type PayeeDetails = z.output<typeof PayeeDetails>
export type Payee = PayeeDetails & { isMonthly: boolean }

/** Stricter than what is stored: earlier payees, and those of open payouts, have to stay readable. */
const Given = PayeeDetails.extend({
  payTo: storableLine(200).superRefine((account, { addIssue }) => {
    const message = payoutAccountError(account)
    if (message !== undefined) addIssue({ code: 'custom', message })
  }),
  isMonthly: z
    .string()
    .optional()
    .transform((text) => text === 'on'),
})

const payeeSecret = (organisationId: string) => `payee:${organisationId}`
const payoutSecret = (payoutId: string) => `payout:${payoutId}`

/**
 * Returns null if nothing was entered. Throws UNAUTHENTICATED, POLICY_DENIED unless an owner or admin of the organisation
 * asks.
 */
export async function getPayee(ctx: Context): Promise<Payee | null> {
  const { organisationId } = requireOrganisationAdmin(ctx)
  requireScope(ctx, 'admin')
  return findPayee(ctx.db, organisationId)
}

/** Throws as `getPayee`, and INVALID_INPUT. */
export async function savePayee(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireOrganisationAdmin(ctx)
  requireScope(ctx, 'admin')
  const { isMonthly, ...details } = parseFields(Given, given)
  const { organisationId, organisationName } = viewer
  await ctx.db.$transaction(async (tx) => {
    await savePayeeRow(tx, { organisationId, isMonthly })
    await storeSecret(tx, { organisationId, id: payeeSecret(organisationId) }, JSON.stringify(details))
    await recordAudit(tx, {
      actor: viewer,
      action: 'wallet.payee',
      subjectType: 'organisation',
      subjectId: organisationId,
      subject: organisationName,
      data: { isMonthly },
    })
  })
}

/**
 * Returns null if nothing was entered, it cannot be decrypted with the keys of this server, or this version of Guildhall
 * requires more of a payee: then it has to be entered again.
 */
export async function findPayee(db: Database | Tx, organisationId: string): Promise<Payee | null> {
  const row = await findPayeeRow(db, organisationId)
  const details = row && (await openDetails(db, payeeSecret(organisationId)))
  return details && { ...details, isMonthly: row.isMonthly }
}

/** Keeps the payee as they are now with the payout: later changes do not apply to it. */
export async function keepPayeeOf(
  tx: Tx,
  { id, organisationId }: { id: string; organisationId: string },
): Promise<void> {
  const details = await openSecret(tx, payeeSecret(organisationId))
  if (details !== null) await storeSecret(tx, { organisationId, id: payoutSecret(id) }, details)
}

/** Returns null for a payout without a payee, and after its organisation was deleted. */
export function findPayeeOfPayout(db: Database | Tx, payoutId: string): Promise<PayeeDetails | null> {
  return openDetails(db, payoutSecret(payoutId))
}

async function openDetails(db: Database | Tx, id: string): Promise<PayeeDetails | null> {
  const text = await openSecret(db, id)
  return text === null ? null : (PayeeDetails.safeParse(JSON.parse(text)).data ?? null)
}
