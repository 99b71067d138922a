import type { Metadata } from 'next'
import { TransferDecision } from '#components/publishing/publish/transfer-decision.tsx'
import { Page } from '#components/shell/page.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { BackLink } from '#components/ui/page-header.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { Time } from '#components/ui/time.tsx'
import { paths } from '#lib/kernel/site/paths.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { orNotFound } from '#lib/protocols/http/responses/or-not-found.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getTransfer, type TransferPage } from '#lib/publishing/publishers/transfer-view.ts'
import { acceptTransfer, cancelTransfer, declineTransfer } from '../../name-actions.ts'

export const metadata: Metadata = { title: 'Transfer' }

const STATES: Record<Exclude<TransferPage['state'], 'open'>, string> = {
  accepted: 'This transfer was accepted.',
  declined: 'This offer was declined. Nothing was transferred.',
  cancelled: 'This offer was cancelled. Nothing was transferred.',
  expired: 'This offer has expired. Nothing was transferred.',
}

type Props = { params: Promise<{ id: string }> }

export default async function TransferDetailsPage({ params }: Props) {
  const transfer = await orNotFound(getTransfer(await contextFromCookie('studio'), (await params).id))
  const { id, what, from, to, by, state, expiresAtMs, canAccept, canCancel, handles } = transfer
  const isSkillSet = transfer.kind === 'skillSet'
  const needsHandle = isSkillSet && handles.length === 0
  return (
    <Page
      width="reading"
      eyebrow={<BackLink href={paths.publish}>Publish</BackLink>}
      title={`Transfer of ${what}`}
    >
      {state !== 'open' && (
        <Alert variant={state === 'accepted' ? 'success' : undefined}>{STATES[state]}</Alert>
      )}
      <Facts
        facts={[
          { label: 'From', value: from, note: `Offered by ${by}` },
          { label: 'To', value: to },
          ...(state === 'open'
            ? [{ label: 'Open until', value: <Time at={expiresAtMs} style="day" /> }]
            : []),
        ]}
      />
      {state === 'open' && (
        <SectionCard id="what" title="What moves">
          <WhatMoves transfer={transfer} />
        </SectionCard>
      )}
      {(canAccept || canCancel) && (
        <SectionCard id="decision" title={canAccept ? 'Your decision' : 'Cancel'}>
          {canAccept && needsHandle && (
            <p className="mb-4 text-sm">
              {to} has no handle yet. <TextLink href={paths.publish}>Claim one</TextLink> before you accept.
            </p>
          )}
          <TransferDecision
            handles={isSkillSet ? handles : []}
            accept={canAccept && !needsHandle ? acceptTransfer.bind(null, id) : null}
            decline={canAccept ? declineTransfer.bind(null, id) : null}
            cancel={canCancel ? cancelTransfer.bind(null, id) : null}
          />
        </SectionCard>
      )}
      {state === 'open' && !canAccept && !canCancel && (
        <p className="text-sm">Only owners of the two organisations can decide.</p>
      )}
    </Page>
  )
}

function WhatMoves({ transfer }: { transfer: TransferPage }) {
  const { skillSets, from, to, kind } = transfer
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-sm">
      {skillSets.map(({ id, name, versions, ratings, installs }) => (
        <li key={id}>
          {name}: {plural(versions, 'version')}, {plural(ratings, 'rating')}, {plural(installs, 'install')}
        </li>
      ))}
      <li>Drafts, submissions and statistics move with {skillSets.length === 1 ? 'it' : 'them'}.</li>
      <li>
        Earnings from now on go to {to}. Earnings until now stay with {from}.
      </li>
      <li>
        Private versions stop working for {from} and start working for {to}.
      </li>
      <li>
        Failure details that users shared with {from} are not shown to {to}.
      </li>
      <li>
        {kind === 'publisher'
          ? 'The handle and all names stay the same. If it is verified, the verification ends.'
          : 'The SkillSet gets a name under one of the receiver’s handles. The old name keeps working for everyone who uses it.'}
      </li>
      <li>Trusted repositories, waiting builds and sites for embedding do not move.</li>
      <li>Organisations that installed it are notified.</li>
    </ul>
  )
}
