import type { Metadata } from 'next'
import { CategoryEditor } from '#components/admin/category-editor.tsx'
import { LogoForm } from '#components/admin/logo-form.tsx'
import { type SettingField, SettingsForm } from '#components/admin/settings-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { getSiteSettings, type SiteSettings } from '#lib/admin/site-settings.ts'
import { BUILT_IN_CATEGORIES, type Category } from '#lib/contracts/document/categories.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { LIMIT_NAMES, LIMITS } from '#lib/settings/limit-table.ts'
import { RETENTION_DAYS } from '#lib/settings/retention-days.ts'
import {
  PAYOUT_SCHEDULES,
  SETTINGS,
  type SettingName,
  SIGN_UP_POLICIES,
} from '#lib/settings/setting-table.ts'
import { saveLogo, saveSettings } from './actions.ts'

export const metadata: Metadata = { title: 'Site settings' }

export default async function SiteSettingsPage() {
  const site = await orNotFound(contextFromCookie().then(getSiteSettings))
  return (
    <Page
      width="reading"
      title="Site settings"
      description="Changes apply within seconds and are recorded in the audit log. Variables in the server’s environment take precedence."
    >
      <SiteSection site={site} />
      <SectionCard
        id="pages"
        title="About, status and privacy"
        description={
          <>
            What <TextLink href={paths.about}>About</TextLink>,{' '}
            <TextLink href={paths.publicStatus}>Status</TextLink> and{' '}
            <TextLink href={paths.privacy}>Privacy</TextLink> say in your words, beside what they tell by
            themselves. Texts are Markdown.
          </>
        }
      >
        <SettingsForm fields={pageFields(site)} save={saveSettings} />
      </SectionCard>
      <SectionCard id="accounts" title="Accounts">
        <SettingsForm fields={accountFields(site)} save={saveSettings} />
      </SectionCard>
      <SectionCard
        id="categories"
        title="Categories"
        description="What publishers choose from, in this order in the catalogue. SkillSets with a retired category keep it, and are found by it, until their next version."
      >
        <CategoryEditor
          etag={site.settings.categories.etag}
          categories={readCategories(site)}
          isBuiltIn={site.settings.categories.text === ''}
          save={saveSettings}
        />
      </SectionCard>
      <SectionCard
        id="network"
        title="Network of skills"
        description="Hosts that no skill on this site may reach, whatever it declares and whoever runs it. Running skills follow a change within seconds."
      >
        <SettingsForm fields={[deniedHostsField(site)]} save={saveSettings} />
      </SectionCard>
      <SectionCard
        id="runs"
        title="Runs"
        description="The retention is for new organisations. Each can change it under Settings → Organisation."
      >
        <SettingsForm
          fields={[retentionField(site), longRunsField(site), visitorRunsField(site), pauseField(site)]}
          save={saveSettings}
        />
      </SectionCard>
      <SectionCard
        id="review"
        title="Review"
        description="An admin never decides on what they submitted themselves."
      >
        <SettingsForm
          fields={[
            {
              ...findSettingField(site, 'reviewTargetHours'),
              unit: 'hours',
              inputMode: 'numeric',
              help: 'Within how many hours you aim to decide on a submission. Publishers see it beside how long the reviews of the last 90 days took. Empty: no target is shown.',
            },
            {
              ...findSettingField(site, 'reviewByMembers'),
              help: 'Whether they decide on versions that a colleague submitted.',
              options: [
                { value: 'on', label: 'May review its versions' },
                { value: 'off', label: 'May not: an admin from outside has to' },
              ],
            },
          ]}
          save={saveSettings}
        />
      </SectionCard>
      <SectionCard
        id="money"
        title="Money"
        description="A change of the fee applies to runs that end from now on; what was settled stays."
      >
        <SettingsForm fields={[feeField(site), ...moneyFields(site)]} save={saveSettings} />
      </SectionCard>
      <SectionCard
        id="packages"
        title="Packages"
        description="Which npm packages skills can use. Packages that are published already stay as they are."
      >
        <SettingsForm fields={packageFields(site)} save={saveSettings} />
      </SectionCard>
      <SectionCard
        id="releases"
        title="New versions"
        description="How new versions reach organisations that follow a range or take the latest. Exact numbers and pins are never held back, and neither is the first version of a SkillSet."
      >
        <SettingsForm fields={releaseFields(site)} save={saveSettings} />
      </SectionCard>
      <SectionCard
        id="limits"
        title="Limits"
        description={
          <>
            For every organisation without a limit of its own. To raise one for a single organisation, open it
            under <TextLink href={paths.organisations}>Organisations</TextLink>.
          </>
        }
      >
        <SettingsForm fields={limitFields(site)} save={saveSettings} />
      </SectionCard>
    </Page>
  )
}

function SiteSection({ site }: { site: SiteSettings }) {
  return (
    <SectionCard
      id="site"
      title="Site"
      description="The name and logo in the header and in page titles. Mails come from this name."
      className="grid gap-6"
    >
      <SettingsForm
        save={saveSettings}
        fields={[
          findSettingField(site, 'name'),
          {
            ...findSettingField(site, 'contact'),
            help: 'Shown at sign-in: an email address, a URL or a sentence.',
            placeholder: 'help@example.org',
          },
          {
            ...findSettingField(site, 'announcement'),
            help: 'Shown at the top of every page. Empty: none.',
            placeholder: 'Maintenance on Sunday from 8:00 to 9:00 UTC.',
          },
          {
            ...findSettingField(site, 'terms'),
            help: 'The address of your terms of use, linked at sign-up and at the foot of every page.',
            placeholder: 'https://example.org/terms',
          },
        ]}
      />
      <LogoForm logo={site.settings.logo.text || null} save={saveLogo} />
    </SectionCard>
  )
}

function findSettingField({ settings }: SiteSettings, name: SettingName): SettingField {
  const { text, etag, source, env } = settings[name]
  const fixedBy = source === 'environment' ? (env ?? undefined) : undefined
  return { name, label: SETTINGS[name].label, value: text, etag, fixedBy }
}

function pageFields(site: SiteSettings): SettingField[] {
  return [
    {
      ...findSettingField(site, 'operator'),
      placeholder: 'Acme GmbH, Vienna',
      help: 'Who runs this site: a company or a person, with an address where the law asks for one.',
      isWide: true,
    },
    { ...findSettingField(site, 'about'), help: 'What this site is for, and for whom.', isText: true },
    {
      ...findSettingField(site, 'privacy'),
      help: 'Purposes, legal bases, processors, whom to ask. What is stored and for how long is listed by itself.',
      isText: true,
    },
    {
      ...findSettingField(site, 'incident'),
      help: 'What is known about a present or recent incident. Empty: nothing is shown.',
      isText: true,
    },
  ]
}

function accountFields(site: SiteSettings): SettingField[] {
  const policies = Object.entries(SIGN_UP_POLICIES)
  return [
    {
      ...findSettingField(site, 'signUp'),
      label: 'Who can sign up',
      options: policies.map(([value, { label, help }]) => ({ value, label: `${label}: ${help}` })),
    },
    {
      ...findSettingField(site, 'signUpDomains'),
      placeholder: 'example.org, example.com',
      help: 'Open: only these addresses, or all if empty. By invitation: these need no invitation. The site does not check at sign-up who owns an address; an OpenID Connect provider does.',
    },
    {
      ...findSettingField(site, 'welcomeCredit'),
      unit: 'USDC',
      inputMode: 'decimal',
      help: 'Given to each new account, once.',
    },
  ]
}

function moneyFields(site: SiteSettings): SettingField[] {
  return [
    {
      ...findSettingField(site, 'payoutMinimum'),
      unit: 'USDC',
      inputMode: 'decimal',
      help: 'Publishers can request a payout from this amount on.',
    },
    {
      ...findSettingField(site, 'payoutSchedule'),
      options: Object.entries(PAYOUT_SCHEDULES).map(([value, label]) => ({ value, label })),
      help: 'You pay each request yourself, then mark it as paid under Money.',
    },
  ]
}

function feeField(site: SiteSettings): SettingField {
  return {
    ...findSettingField(site, 'feePercent'),
    unit: '%',
    inputMode: 'decimal',
    help: 'The site’s share of each price; the rest is the publisher’s.',
  }
}

function packageFields(site: SiteSettings): SettingField[] {
  return [
    { ...findSettingField(site, 'packageRegistry'), help: 'The npm registry that packages come from.' },
    {
      ...findSettingField(site, 'packageAllow'),
      placeholder: 'papaparse, @acme/*',
      help: 'All packages if empty. Applies to the packages that these depend on, too.',
    },
    {
      ...findSettingField(site, 'packageDeny'),
      placeholder: 'left-pad',
      help: 'Also if others depend on them.',
    },
  ]
}

function readCategories({ settings }: SiteSettings): Category[] {
  const read = SETTINGS.categories.schema.safeParse(settings.categories.text)
  return [...(read.success ? read.data : BUILT_IN_CATEGORIES)]
}

function deniedHostsField(site: SiteSettings): SettingField {
  return {
    ...findSettingField(site, 'deniedHosts'),
    placeholder: 'tracker.example.org, example.net',
    help: 'Each includes the hosts below it: example.net includes api.example.net. An IP address includes all names that lead to it. Drafts and submissions that declare one are refused.',
    isWide: true,
  }
}

function retentionField(site: SiteSettings): SettingField {
  return {
    ...findSettingField(site, 'retention'),
    label: 'Keep inputs and outputs for',
    options: [
      { value: 'unlimited', label: 'Forever' },
      ...RETENTION_DAYS.map((days) => ({
        value: String(days),
        label: days === 0 ? 'Do not store' : plural(days, 'day'),
      })),
    ],
  }
}

function longRunsField(site: SiteSettings): SettingField {
  return {
    ...findSettingField(site, 'longRuns'),
    help: 'Skills of the long lane run in the background for minutes. Their ceilings are under Limits.',
    options: [
      { value: 'on', label: 'Allowed' },
      { value: 'off', label: 'Not allowed: such skills do not run' },
    ],
  }
}

function visitorRunsField(site: SiteSettings): SettingField {
  return {
    ...findSettingField(site, 'visitorRuns'),
    help: 'People without an account can run reviewed skills that are free, read only and need nothing, a few times an hour. Nothing of such a run is stored.',
    options: [
      { value: 'on', label: 'Allowed' },
      { value: 'off', label: 'Not allowed: visitors see recorded results only' },
    ],
  }
}

function releaseFields(site: SiteSettings): SettingField[] {
  return [
    {
      ...findSettingField(site, 'release'),
      help: 'Each publisher can choose otherwise at submission.',
      options: [
        { value: 'gradual', label: 'Gradually: one organisation first, then more as its runs succeed' },
        { value: 'at_once', label: 'All at once' },
      ],
    },
    {
      ...findSettingField(site, 'rolloutDays'),
      help: 'In days. A rollout that cannot be judged by then reaches everyone if nothing speaks against the version; else it is returned.',
    },
    {
      ...findSettingField(site, 'versionAgeReadOnly'),
      help: 'In hours, from its approval. Organisations can choose a longer time.',
    },
    { ...findSettingField(site, 'versionAgeWrites'), help: 'In hours. Most attacks are found within 72.' },
    { ...findSettingField(site, 'versionAgeCommands'), help: 'In hours.' },
  ]
}

function pauseField(site: SiteSettings): SettingField {
  return {
    ...findSettingField(site, 'pauseOnNewBehaviour'),
    label: 'When a published version does something for the first time',
    help: 'Neither its examples nor an earlier run did it. You and its publisher are told within a minute in either case.',
    options: [
      { value: 'off', label: 'Tell, and let it run' },
      { value: 'on', label: 'Tell, and start no new run until an admin has looked at it' },
    ],
  }
}

function limitFields({ limits }: SiteSettings): SettingField[] {
  return LIMIT_NAMES.map((name) => {
    const { label, unit, help, byDefault, env } = LIMITS[name]
    const { value, etag, source } = limits[name]
    return {
      ...{ name, label, unit, help, etag, inputMode: 'decimal' },
      value: source === 'default' ? '' : String(value),
      placeholder: typeof byDefault === 'number' ? String(byDefault) : `as “${LIMITS[byDefault].label}”`,
      fixedBy: source === 'environment' ? env : undefined,
    }
  })
}
