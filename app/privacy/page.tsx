import type { Metadata } from 'next'
import { OperatorContact } from '#components/accounts/operator-contact.tsx'
import { Page } from '#components/shell/page.tsx'
import { SectionCard } from '#components/ui/card.tsx'
import { ServerMarkdown } from '#components/ui/markdown/server-markdown.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { listRetention, STORED_GROUPS } from '#lib/account-data/stored-data.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { contextFromCookie } from '#lib/protocols/session/context/context-from-request.ts'
import { readSetting } from '#lib/settings/read-settings.ts'

export const metadata: Metadata = { title: 'Privacy' }

export default async function PrivacyPage() {
  const ctx = await contextFromCookie()
  const [retention, text, operator, contact] = await Promise.all([
    listRetention(ctx),
    readSetting(ctx.db, 'privacy'),
    readSetting(ctx.db, 'operator'),
    readSetting(ctx.db, 'contact'),
  ])
  return (
    <Page
      width="reading"
      title="Privacy"
      description="What this site stores about you, for how long, and who sees it. The times are those that are set right now."
    >
      {text && <ServerMarkdown text={text} owner="site" headingLevel={2} />}
      <SectionCard id="how-long" title="How long it is kept">
        <dl className="grid gap-3 text-sm">
          {retention.map(({ what, howLong }) => (
            <div key={what} className="grid gap-0.5 sm:grid-cols-[14rem_1fr] sm:gap-4">
              <dt className="font-medium">{what}</dt>
              <dd className="text-muted-foreground">{howLong}</dd>
            </div>
          ))}
        </dl>
      </SectionCard>
      <SectionCard
        id="what"
        title="What is stored"
        description={
          <>
            You can <TextLink href={paths.settings}>download</TextLink> all of it, and{' '}
            <TextLink href={paths.deleteAccount}>delete your account</TextLink>.
          </>
        }
      >
        <div className="grid gap-5">
          {STORED_GROUPS.map(({ title, files }) => (
            <section key={title} className="grid gap-1.5 text-sm">
              <h3 className="font-medium">{title}</h3>
              <ul className="grid list-disc gap-1 pl-5 text-muted-foreground">
                {Object.values(files).map((line) => (
                  <li key={line} className="first-letter:uppercase">
                    {line}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </SectionCard>
      <SectionCard id="who" title="Who sees it">
        <ul className="grid list-disc gap-1.5 pl-5 text-sm">
          <li>
            Members of your organisation see its runs, files and money. Other organisations see nothing of
            them, except what you publish or share by a link.
          </li>
          <li>
            A publisher gets the input of a run of its skill in its code, and counts of runs and causes of
            failures; inputs and outputs are not shown to it. What the code may reach stands on the page of
            each skill.
          </li>
          <li>
            The operator’s admins see accounts, the audit log and money. An admin reads what is reported or in
            review.
          </li>
          <li>
            Cookies keep you signed in for 30 days, and remember the theme, time zone and organisation. There
            are none for advertising, and no scripts of others.
          </li>
        </ul>
      </SectionCard>
      <p className="text-muted-foreground text-sm">
        {operator ? `This site is run by ${operator}. ` : ''}
        {contact ? (
          <>
            Questions: <OperatorContact contact={contact} />
          </>
        ) : (
          'Ask the operator of this server for more.'
        )}
      </p>
    </Page>
  )
}
