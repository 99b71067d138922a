import type { Metadata } from 'next'
import { CONTRACT_COMMANDS } from '#components/docs/contract-commands.ts'
import { Code } from '#components/docs/data-table.tsx'
import { Sample, Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { EXPORT_WORDS, IMPORT_WORDS } from '#lib/contract/vault/archive-limits.ts'

export const metadata: Metadata = { title: 'Command line' }

export default function CommandsPage() {
  return (
    <Page width="reading">
      <PageHeader
        title="Command line"
        description="Contracts from a terminal or in CI. These commands need no database, no account and no running server."
      />
      <Section id="use" title="How to use it">
        <Text>
          <p>
            <Code>npm run cli -- COMMAND</Code> in a checkout, or the <Code>guildhall</Code> bin.{' '}
            <Code>--help</Code> tells more of every command, <Code>--json</Code> answers as data.
          </p>
          <ul>
            <li>0: success, or the answer is yes.</li>
            <li>
              1: it was refused, or the answer is no. The error’s code is in the{' '}
              <Link href={paths.docsErrors}>table</Link>.
            </li>
            <li>2: wrong usage; see its help.</li>
          </ul>
        </Text>
      </Section>
      {CONTRACT_COMMANDS.map(({ name, summary, usage, flags, about, example }) => (
        <Section key={name} id={name.replace(' ', '-')} title={name}>
          <Text>
            <p>{summary}</p>
            <p>
              <Code>{`${name} ${usage}`}</Code>
            </p>
            <p>{about}</p>
          </Text>
          <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
            {Object.entries(flags).map(([flag, meaning]) => (
              <div key={flag} className="contents">
                <dt>
                  <Code>{`--${flag}`}</Code>
                </dt>
                <dd className="text-muted-foreground [overflow-wrap:anywhere]">{meaning}</dd>
              </div>
            ))}
          </dl>
          <Sample label="For example">{example}</Sample>
        </Section>
      ))}
      <Section id="backups" title="Backups">
        <Text>
          <p>
            For operators of a Guildhall: <Code>backup FILE</Code> saves everything in the database as it was
            at one moment, while the site goes on, and <Code>restore FILE</Code> puts it back into an empty
            one, all of it or nothing. The file is a gzipped tar. A line of crontab makes one every night:
          </p>
        </Text>
        <Sample label="In crontab">{`10 3 * * *  cd /srv/guildhall && npm run --silent cli -- backup /backups/guildhall-$(date +\\%F).tgz`}</Sample>
        <Text>
          <ul>
            <li>
              The master key is not in the file, and without it sealed settings stay closed: keep it
              elsewhere, or make the file <Code>--with-key</Code> and guard it as you guard the key.
            </li>
            <li>Blobs in a bucket are named in the file, and not in it: save the bucket by its own means.</li>
            <li>
              A backup is restored by the Guildhall that made it; a newer one then brings the database up to
              date when it starts.
            </li>
            <li>
              <Code>restore</Code> wants the site and its workers stopped. What is in the database it
              overwrites only with <Code>--replace</Code>.
            </li>
          </ul>
        </Text>
      </Section>
      <Section id="others" title="Other commands">
        <Text>
          <p>
            <Code>validate</Code> checks a SkillSet file against every rule of the checklist,{' '}
            <Code>publish</Code> hands it in, <Code>run</Code> runs a skill. <Code>guildhall --help</Code>{' '}
            lists them all.
          </p>
          <p>
            <Code>vault export</Code> writes an archive of {EXPORT_WORDS}; <Code>vault import</Code> takes one
            of {IMPORT_WORDS}, because an archive that comes in is in memory while it is read. So of a large
            vault, export the folders one by one if they are to come back.
          </p>
        </Text>
      </Section>
    </Page>
  )
}
