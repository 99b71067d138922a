import type { Metadata } from 'next'
import { OperatorContact } from '#components/accounts/operator-contact.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { Facts } from '#components/ui/facts.tsx'
import { ServerMarkdown } from '#components/ui/markdown/server-markdown.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { MIN_RUNS_OF_RATE, successShare } from '#lib/catalog/model/run-statistics.ts'
import { GUILDHALL_VERSION } from '#lib/contracts/versions/runtime-version.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { getFrontPage } from '#lib/runs/start/get-front-page.ts'
import { readSetting } from '#lib/settings/read-settings.ts'

export const metadata: Metadata = { title: 'About' }

export default async function AboutPage() {
  const ctx = await contextFromCookie()
  const [name, operator, contact, about, terms, feePercent, { figures }] = await Promise.all([
    readSetting(ctx.db, 'name'),
    readSetting(ctx.db, 'operator'),
    readSetting(ctx.db, 'contact'),
    readSetting(ctx.db, 'about'),
    readSetting(ctx.db, 'terms'),
    readSetting(ctx.db, 'feePercent'),
    getFrontPage(ctx),
  ])
  const { skills, publishers, runs, succeeded } = figures
  return (
    <Page
      width="reading"
      title={`About ${name}`}
      description="A marketplace of small, ready-made functions for people and AI agents. Every skill has a contract that defines its input and output, and you pay only for results that match it."
    >
      {about && <ServerMarkdown text={about} owner="site" headingLevel={2} />}
      <Facts
        facts={[
          { label: 'Skills', value: skills.toLocaleString('en') },
          { label: 'Publishers', value: publishers.toLocaleString('en') },
          {
            label: 'Runs in the last 30 days',
            value: runs.toLocaleString('en'),
            ...(runs >= MIN_RUNS_OF_RATE && { note: `${successShare({ runs, succeeded })} succeeded` }),
          },
          {
            label: 'Fee of the site',
            value: `${feePercent}%`,
            note: 'of each price; the rest is the publisher’s',
          },
        ]}
      />
      <SectionCard id="operator" title="Who runs this site">
        <div className="grid gap-2 text-sm">
          <p>
            {operator ||
              'The operator has not entered a name yet. Whoever runs this server decides on sign-ups, reviews and payouts.'}
          </p>
          {contact && (
            <p>
              Contact: <OperatorContact contact={contact} />
            </p>
          )}
          {terms && (
            <p>
              <a className="underline underline-offset-4" href={terms}>
                Terms of use
              </a>
            </p>
          )}
        </div>
      </SectionCard>
      <SectionCard id="rules" title="How it works here">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          <li>
            Every public version is reviewed by a person before it appears, by{' '}
            <TextLink href={paths.docsReviewRules}>published rules</TextLink> and{' '}
            <TextLink href={paths.docsPolicies}>policies</TextLink>. Publishers can appeal.
          </li>
          <li>
            Code of publishers runs in a <TextLink href={paths.docsSandbox}>sandbox</TextLink> and reaches
            only the hosts that it declares.
          </li>
          <li>
            What was recalled, taken down or suspended stands in a public{' '}
            <TextLink href={paths.removals}>log</TextLink>.
          </li>
          <li>
            What is stored about you, and for how long: <TextLink href={paths.privacy}>Privacy</TextLink>.
            Whether everything works: <TextLink href={paths.publicStatus}>Status</TextLink>.
          </li>
        </ul>
      </SectionCard>
      <p className="text-muted-foreground text-sm">
        This site runs Guildhall {GUILDHALL_VERSION}, which is open source.
      </p>
    </Page>
  )
}
