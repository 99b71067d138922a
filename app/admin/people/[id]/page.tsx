import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { cache } from 'react'
import { PersonList } from '#components/admin/person-list.tsx'
import { AuditEvents } from '#components/publishing/review/audit/audit-events.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import { getPersonForAdmin, type PersonPage } from '#lib/accounts/get-person.ts'
import { ROLE_LABELS } from '#lib/auth/model/member-roles.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'
import { MAX_COUNTED_RUNS } from '#lib/runs/model/run-states.ts'
import { PERSON_ACTIONS } from '../person-actions.ts'

type Props = { params: Promise<{ id: string }> }

const load = cache(async (id: string) => orNotFound(getPersonForAdmin(await contextFromCookie(), id)))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await load((await params).id)).person.name }
}

export default async function PersonPageForAdmin({ params }: Props) {
  const page = await load((await params).id)
  const { person, suspensions, events, hasMoreEvents } = page
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.people}>People</BackLink>}
      title={person.name}
      description="Their runs, files and settings are private to their organisations. What you do here is recorded in the audit log."
    >
      {suspensions.map(({ reason, by, at }) => (
        <Alert key={at.getTime()} variant="destructive" title="Suspended">
          {reason} ({by}, <Time at={at} />)
        </Alert>
      ))}
      <PersonList people={[person]} origin={publicOrigin(await headers())} actions={PERSON_ACTIONS} />
      <Facts facts={listFacts(page)} />
      <SectionCard id="sign-in" title="How they sign in">
        <p className="text-sm">{describeSignIn(page)}</p>
      </SectionCard>
      <Organisations organisations={page.organisations} />
      <section aria-labelledby="did" className="grid grid-cols-1 gap-3">
        <h2 id="did" className="font-semibold text-lg tracking-tight">
          What they did
        </h2>
        {events.length === 0 ? (
          <p className="text-muted-foreground text-sm">Nothing that the audit log records.</p>
        ) : (
          <AuditEvents lines={events} />
        )}
        {hasMoreEvents && (
          <p className="text-sm">
            <TextLink href={`${paths.audit}?${new URLSearchParams({ actorId: person.id })}`}>
              All events in the audit log
            </TextLink>
          </p>
        )}
      </section>
    </Page>
  )
}

function listFacts({ person, lastSignInAt, lastSeenAt, keys, runs }: PersonPage) {
  const query = new URLSearchParams({ person: person.email })
  return [
    {
      label: 'Last sign-in',
      value: lastSignInAt ? <Time at={lastSignInAt} /> : 'Never',
      note: lastSeenAt ? (
        <>
          Last seen <Time at={lastSeenAt} />.
        </>
      ) : undefined,
    },
    { label: 'API keys', value: String(keys) },
    {
      label: 'Runs',
      value: runs > MAX_COUNTED_RUNS ? `over ${MAX_COUNTED_RUNS.toLocaleString('en')}` : String(runs),
      note: <TextLink href={`${paths.activity}?${query}`}>Show them</TextLink>,
    },
  ]
}

function describeSignIn({
  emailVerified,
  hasPassword,
  providers,
  hasSecondFactor,
  openSessions,
}: PersonPage) {
  const ways = [hasPassword && 'a password', ...providers].filter(Boolean)
  const how =
    ways.length > 0
      ? `With ${ways.join(' or ')}${hasSecondFactor ? ', and a second factor' : ', without a second factor'}`
      : 'This account has no way to sign in yet'
  const address = `The address is ${emailVerified ? 'confirmed' : 'not confirmed'}`
  return `${how}. ${address}. ${plural(openSessions, 'open session')}.`
}

function Organisations({ organisations }: Pick<PersonPage, 'organisations'>) {
  return (
    <SectionCard id="organisations" title="Organisations">
      <ul className="grid gap-2 text-sm">
        {organisations.map(({ id, name, role, isPersonal }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <TextLink href={paths.organisationForAdmin(id)}>{name}</TextLink>
            <span className="text-muted-foreground">{isPersonal ? 'personal' : ROLE_LABELS[role]}</span>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
