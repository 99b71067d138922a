/** Exports are streamed, so memory does not limit their size. */
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { ownRows } from '../accounts/rows/own-data.ts'
import { requireRecentAuth } from '../auth/recent-auth.ts'
import { type Context, requirePerson, requireViewer } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { findPayee } from '../money/payouts/payee.ts'
import { mailLinkOrigin } from '../notices/mail/mail-settings.ts'
import { findPersonalOrganisation } from '../organisations/rows/organisations.ts'
import { exportZip } from '../vault/archive/export-zip.ts'
import { openVault } from '../vault/vault.ts'

const README = (email: string, at: Date) => `Your data on Guildhall

Account: ${email}
Site:    ${mailLinkOrigin()}
Made at: ${at.toISOString()}

Each .jsonl file has one JSON object per line:

account            your account
external-sign-ins  GitHub and other accounts that you sign in with
organisations      your organisations, and your role in each
sessions, passkeys, second-factors, api-keys   how you and your programs sign in; without secrets
email-confirmations, mails, notifications, notification-settings
                   what was sent to you, and what you chose to get
audit-events       what you did that the audit log of this site records
suspensions        decisions of admins about your account
runs, plan-runs    what you ran in your organisations, with inputs and outputs that are still stored
run-parts          parts of outputs that arrived while these ran
automations        what runs without you
batches            what you ran for the rows of a sheet
presets, shared-links, stars, collections, ratings, reports
submissions, review-comments, review-findings, finding-answers, appeals, invitations, images, credit-requests, workspaces
                   what you submitted, wrote, uploaded, asked for and have open
saved-plans        plans of your personal organisation
skillset-drafts, publishers, transfers, trusted-repositories, test-settings
                   what your personal organisation publishes
installs, settings, toolsets, webhooks, integrations, integration-uses, plan-policy, own-hosts, limits, blobs
                   what your personal organisation has set up and uploaded; names of settings, not their values
replay-consents, replay-answers
                   whose new versions may be tried on its past runs, and what it said about them
money              statement of your personal organisation, in millionths of a USDC
payouts, payee     what its earnings were paid out, and to whom

files/vault.zip    the files of your personal organisation

Shared organisations own their plans, files and SkillSets: their owners can export those.
Passwords, secrets and the values of settings are not included.
`

/** Throws UNAUTHENTICATED, POLICY_DENIED for an API key, and PRECONDITION_FAILED without a recent re-authentication. */
export async function exportAccount(ctx: Context): Promise<AsyncGenerator<Uint8Array>> {
  const { userId, email } = requireViewer(ctx)
  requirePerson(ctx)
  await requireRecentAuth(ctx)
  const organisation = await findPersonalOrganisation(ctx.db, userId)
  if (!organisation) throw new AppError('NOT_FOUND')
  const viewer = { ...requireViewer(ctx), organisationId: organisation.id }
  const files = await exportZip(openVault({ ...ctx, viewer }))
  return pack(ctx, { userId, email, organisationId: organisation.id }, files)
}

type Owner = { userId: string; email: string; organisationId: string }

async function* pack(
  ctx: Context,
  owner: Owner,
  files: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, part) => {
    if (error) throw error
    ready.push(part)
  })
  const encoder = new TextEncoder()
  const readme = new ZipDeflate('README.txt')
  zip.add(readme)
  readme.push(encoder.encode(README(owner.email, new Date())), true)
  const rowsByName = { ...ownRows(ctx.db, owner), payee: payeeRows(ctx, owner) }
  for (const [name, rows] of Object.entries(rowsByName)) {
    const entry = new ZipDeflate(`${name}.jsonl`)
    zip.add(entry)
    for await (const row of rows) {
      entry.push(encoder.encode(`${JSON.stringify(row, plainValue)}\n`))
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  const vault = new ZipPassThrough('files/vault.zip')
  zip.add(vault)
  for await (const part of files) {
    vault.push(part)
    yield* ready.splice(0)
  }
  vault.push(new Uint8Array(0), true)
  zip.end()
  yield* ready.splice(0)
}

/** The payee is sealed, so no query returns it. */
async function* payeeRows({ db }: Context, { organisationId }: Owner): AsyncGenerator<object> {
  const payee = await findPayee(db, organisationId)
  if (payee) yield payee
}

function plainValue(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
