/** What this site stores about people and for how long, as the page about privacy says it. */
import type { EXPORTED_IN } from '../accounts/rows/own-data.ts'
import { AUTOMATION_RUN_DAYS } from '../automations/end-automation-run.ts'
import type { Context } from '../context/context.ts'
import { plural } from '../kernel/text/plural.ts'
import { STATUS_SAMPLE_DAYS } from '../monitoring/metrics/status-samples.ts'
import { MAIL_DAYS } from '../notices/mail/send-due-mails.ts'
import { limitOf, readSetting } from '../settings/read-settings.ts'

type ExportedFile = (typeof EXPORTED_IN)[keyof typeof EXPORTED_IN]

type StoredGroup = { title: string; files: Partial<Record<ExportedFile, string>> }

/** Each file of the archive that a person can download, in words. A test finds a file that no group names. */
export const STORED_GROUPS = [
  {
    title: 'Your account and how you sign in',
    files: {
      account: 'name, email address, role and times of your account',
      'external-sign-ins': 'accounts of other services by which you sign in',
      'second-factors': 'that and since when you have a second factor',
      passkeys: 'your passkeys, of which the site has only the public part',
      sessions: 'browsers that are signed in, with their name and the last use',
      'api-keys': 'API keys by name and scope; of the key itself a hash',
      'email-confirmations': 'addresses that wait for a confirmation',
      suspensions: 'restrictions of your account, with reasons',
    },
  },
  {
    title: 'Your organisations and what they set',
    files: {
      organisations: 'your organisations and your role in each',
      invitations: 'invitations',
      limits: 'limits of the organisation',
      'own-hosts': 'hosts of its own network that its skills may reach',
      settings: 'settings of installed skills; secrets are encrypted',
      'test-settings': 'settings for tests of drafts; secrets are encrypted',
      integrations: 'connected accounts of other services; their tokens are encrypted',
      'integration-uses': 'which skills used them',
      installs: 'installed SkillSets, with what was agreed to',
      'taken-versions': 'versions that were taken before their turn',
      toolsets: 'toolsets for agents',
      webhooks: 'webhooks',
      'plan-policy': 'who confirms which steps of plans',
      'replay-consents': 'whether runs may be used to try new versions',
      'replay-answers': 'what you answered about new versions',
    },
  },
  {
    title: 'What you run and keep',
    files: {
      runs: 'runs with input, output, logs, cost and duration, as long as the organisation keeps them',
      batches: 'runs of many rows',
      'plan-runs': 'runs of plans',
      'saved-plans': 'saved plans',
      automations: 'automations and their last runs',
      presets: 'saved inputs',
      'shared-links': 'links that you shared',
      'files/vault.zip': 'files of the vault',
      blobs: 'uploaded and produced files',
      images: 'uploaded images',
      workspaces: 'open tabs of the vault',
    },
  },
  {
    title: 'What you publish and say',
    files: {
      publishers: 'publishers, with their profile',
      submissions: 'submitted versions',
      'review-comments': 'comments in reviews',
      'review-findings': 'findings of reviews',
      'finding-answers': 'answers to findings',
      appeals: 'appeals',
      transfers: 'transfers of publishers',
      'trusted-repositories': 'repositories that may publish',
      reports: 'reports',
      stars: 'starred skills',
      collections: 'collections of skills',
      ratings: 'ratings',
    },
  },
  {
    title: 'Money',
    files: {
      money: 'balances and every movement of money',
      'credit-requests': 'requests for credit',
      purchases: 'texts that were bought',
      payee: 'who gets payouts; account numbers are encrypted',
      payouts: 'payouts',
    },
  },
  {
    title: 'What the site told and recorded',
    files: {
      notifications: 'notifications',
      'notification-settings': 'which of them you want',
      mails: 'mails that were sent to you',
      'audit-events': 'the audit log: who changed what, and when',
    },
  },
] as const satisfies readonly StoredGroup[]

export type RetentionLine = { what: string; howLong: string }

/** Returns how long this site keeps what it stores, from the settings in force. */
export async function listRetention({ db }: Pick<Context, 'db'>): Promise<RetentionLine[]> {
  const [runDays, blobDays, vaultDays, visitorRuns] = await Promise.all([
    readSetting(db, 'retention'),
    limitOf(db, 'blobDays'),
    limitOf(db, 'vaultDays'),
    readSetting(db, 'visitorRuns'),
  ])
  return [
    {
      what: 'Inputs, outputs and logs of runs',
      howLong: `${describeRunDays(runDays)} in a new organisation; each organisation chooses its own time. Cost, duration and outcome stay.`,
    },
    ...(visitorRuns === 'on'
      ? [{ what: 'Runs without an account', howLong: 'Nothing of them is stored.' }]
      : []),
    {
      what: 'Uploaded and produced files',
      howLong: `${plural(blobDays, 'day')}, unless someone extends it.`,
    },
    {
      what: 'Files of the vault',
      howLong: `Until they are deleted. Earlier texts stay for ${plural(vaultDays, 'day')}, for undo.`,
    },
    { what: 'Runs of automations', howLong: plural(AUTOMATION_RUN_DAYS, 'day') },
    { what: 'Mails that were sent', howLong: plural(MAIL_DAYS, 'day') },
    { what: 'Counts of runs for the status', howLong: `${plural(STATUS_SAMPLE_DAYS, 'day')}, without names` },
    {
      what: 'Views of public pages',
      howLong: 'Counted by day, without anything about the reader.',
    },
    {
      what: 'Movements of money, the audit log and published versions',
      howLong: 'Permanently. The name of a deleted person is taken out of the audit log.',
    },
    {
      what: 'Everything else',
      howLong: 'Until you, your organisation or an admin deletes it, and with the account at the latest.',
    },
  ]
}

function describeRunDays(days: number | null): string {
  if (days === null) return 'Until they are deleted'
  return days === 0 ? 'Not stored' : plural(days, 'day')
}
