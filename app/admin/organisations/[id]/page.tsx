import type { Metadata } from 'next'
import { cache } from 'react'
import { type SettingField, SettingsForm } from '#components/admin/settings-form.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { Link } from '#components/ui/link.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import { getOrganisationForAdmin, type OrganisationAdminPage } from '#lib/admin/organisation-limits.ts'
import { ROLE_LABELS } from '#lib/auth/model/member-roles.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { LIMIT_NAMES, LIMITS } from '#lib/settings/limit-table.ts'
import { saveLimits } from './actions.ts'

type Props = { params: Promise<{ id: string }> }

const load = cache(async (id: string) => orNotFound(getOrganisationForAdmin(await contextFromCookie(), id)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load((await params).id)).name }
}

export default async function OrganisationPage({ params }: Props) {
  const { id } = await params
  const page = await load(id)
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.organisations}>Organisations</BackLink>}
      title={page.name}
      description={
        <>
          {page.isPersonal ? 'A personal organisation' : 'A shared organisation'}, since{' '}
          <Time at={page.createdAt.getTime()} style="day" />. Its runs, files and settings are private to its
          members.
        </>
      }
    >
      <Facts
        facts={[
          { label: 'API keys', value: String(page.keys) },
          { label: 'Automations', value: String(page.automations) },
          { label: 'Publishers', value: <Publishers page={page} /> },
        ]}
      />
      <SectionCard
        id="limits"
        title="Limits"
        description="Leave a limit empty to use the one for all organisations. Owners and admins of the organisation are notified of changes."
      >
        <SettingsForm fields={limitFields(page)} save={saveLimits.bind(null, id)} />
      </SectionCard>
      <SectionCard id="members" title="Members">
        <ul className="grid gap-2 text-sm">
          {page.members.map(({ userId, name, email, role }) => (
            <li key={userId} className="flex flex-wrap gap-x-3">
              <Link href={paths.person(userId)} className="font-medium underline-offset-4 hover:underline">
                {name}
              </Link>
              <span className="text-muted-foreground [overflow-wrap:anywhere]">
                {email} · {ROLE_LABELS[role]}
              </span>
            </li>
          ))}
        </ul>
      </SectionCard>
    </Page>
  )
}

function Publishers({ page: { publishers } }: { page: OrganisationAdminPage }) {
  if (publishers.length === 0) return 'None'
  return publishers.map(({ handle, displayName }, index) => (
    <span key={handle}>
      {index > 0 && ', '}
      <TextLink href={paths.publisherForAdmin(handle)}>{displayName}</TextLink>
    </span>
  ))
}

function limitFields({ limits }: OrganisationAdminPage): SettingField[] {
  return LIMIT_NAMES.flatMap((name) => {
    const view = limits[name]
    if (!view) return []
    const { label, unit, help } = LIMITS[name]
    const used = view.usedBytes === null ? '' : ` ${formatBytes(view.usedBytes)} are used.`
    const value = view.source === 'organisation' ? String(view.value) : ''
    return [
      {
        ...{ name, label, unit, value, inputMode: 'decimal' as const },
        help: `${help}${used}`,
        placeholder: `${view.forAll} for all`,
      },
    ]
  })
}
