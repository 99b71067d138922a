import { grantAdminRole } from '#lib/accounts/manage-users.ts'
import { makeResetLink, RESET_LINK_HOURS } from '#lib/accounts/reset-password.ts'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import { OFFERED_SCOPES } from '#lib/auth/model/key-scopes.ts'
import { requireViewer } from '#lib/context/context.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { siteUrl } from '../../server/installation/run-file.ts'
import { contextForOrganisation, ORG_OPTION } from '../acting-context.ts'
import { type CliCommand, requireOption, UsageError } from '../cli-command.ts'

const DEFAULT_SCOPES = 'read,run'

export const keyCreateCommand: CliCommand = {
  summary: 'Create an API key for a user. The key is shown only once.',
  usage:
    '[--email EMAIL] [--scopes read,run] [--org NAME] [--name TEXT] [--cap 1.00] [--expires 30d] [--skillsets a.b,c.d] [--toolset NAME]',
  options: {
    email: 'the user that the key acts as (default: the first admin)',
    scopes: `some of ${OFFERED_SCOPES.join(',')} (default: ${DEFAULT_SCOPES})`,
    ...ORG_OPTION,
    name: 'a name for the key',
    cap: 'the daily spending limit in USDC (default: no limit)',
    expires: 'the lifetime, such as 30d, 12w or 1y (default: no expiry)',
    skillsets: 'the SkillSets it may run, as publisher.skillset (default: all)',
    toolset: 'bind the key to a toolset of the organisation: it can only run what is in it',
  },
  positionals: 0,
  needsDatabase: true,
  async run({ options }) {
    const {
      email,
      org,
      name = 'Command line',
      scopes = DEFAULT_SCOPES,
      cap,
      expires,
      skillsets,
      toolset,
    } = options
    const ctx = await contextForOrganisation({ email, org })
    const given = {
      name,
      scopes: listOf(scopes),
      expiresInDays: expires === undefined ? null : parseDays(expires),
      dailyCap: cap ?? null,
      skillSets: skillsets === undefined ? [] : listOf(skillsets),
      toolset: toolset ?? null,
    }
    const made = await createKey(ctx, given)
    const { email: owner, organisationName } = requireViewer(ctx)
    return {
      text: `${made.key}\n\nActs as ${owner} for ${organisationName}. Store it now. It will not be shown again.`,
      json: {
        key: made.key,
        name: made.name,
        scopes: given.scopes,
        organisation: organisationName,
        expires_at: made.expiresAtMs === null ? null : new Date(made.expiresAtMs).toISOString(),
        daily_cap: given.dailyCap,
        skillsets: given.skillSets,
        toolset: given.toolset,
      },
    }
  },
}

function listOf(text: string): string[] {
  return text.split(',').map((each) => each.trim())
}

const DAYS = { d: 1, w: 7, y: 365 }

function parseDays(text: string): number {
  const [, count, unit = 'd'] = /^([1-9]\d{0,4})([dwy])?$/.exec(text) ?? []
  if (!count) throw new UsageError(`Invalid --expires ${text}. Use a form such as 30d, 12w or 1y.`)
  return Number(count) * DAYS[unit as keyof typeof DAYS]
}

export const makeAdminCommand: CliCommand = {
  summary: 'Make a user an admin.',
  usage: '--email EMAIL',
  options: { email: 'the user’s e-mail address' },
  positionals: 0,
  needsDatabase: true,
  async run(input) {
    const email = requireOption(input, 'email')
    await grantAdminRole(await contextForOperator('system'), email)
    return { text: `${email} is now an admin.`, json: { email, role: 'ADMIN' } }
  },
}

export const resetLinkCommand: CliCommand = {
  summary: 'Create a password-reset link for a user.',
  usage: '--email EMAIL',
  options: { email: 'the user’s e-mail address' },
  positionals: 0,
  needsDatabase: true,
  async run(input) {
    const email = requireOption(input, 'email')
    const link = await makeResetLink(await contextForOperator('system'), email)
    const url = siteUrl() + link.path
    const text = `Send this link to ${email}. It works once and expires in ${RESET_LINK_HOURS} hours:\n${url}`
    return { text, json: { email, url, expires_at: new Date(link.expiresAtMs).toISOString() } }
  },
}
