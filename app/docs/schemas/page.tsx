import type { Metadata } from 'next'
import { Code, DataTable } from '#components/docs/data-table.tsx'
import { Section, Text } from '#components/docs/section.tsx'
import { Page } from '#components/shell/page.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { paths } from '#lib/contract/market/paths.ts'
import { DEVIATIONS } from '#lib/contract/schema/deviations.ts'
import { CANONICAL_DIALECT } from '#lib/contract/schema/dialect.ts'
import { ASSERTED_FORMATS } from '#lib/contract/schema/formats.ts'

export const metadata: Metadata = { title: 'Schemas' }

const WHERE = { contracts: 'in contracts', everywhere: 'everywhere' }

export default function SchemasPage() {
  return (
    <Page width="reading">
      <PageHeader
        title="Schemas"
        description="Contracts are JSON Schema, read as the standard says. Every deliberate deviation is listed here."
      />

      <Section id="dialect" title="Which JSON Schema">
        <Text>
          <p>
            A contract is kept as JSON Schema 2020-12, <Code>{CANONICAL_DIALECT}</Code>. What says that it is
            draft-07 or draft-06 is read as such and kept in the newer words: <Code>items</Code> with a list
            becomes <Code>prefixItems</Code>, and what stands beside a <Code>$ref</Code>, which draft-07 does
            not assert, goes. How to write one, also as a field map, is described under{' '}
            <Link href={`${paths.docsContracts}#writing`}>Contracts</Link>.
          </p>
          <p>
            The contract document of a published skill holds both of its schemas and refers to nothing outside
            itself: any validator can read it. It is served at{' '}
            <Code>{'/api/skills/{publisher.skillset.skill}/contract.json'}</Code>, for a version or a range
            with <Code>?version=</Code>, with the contract hash as its <Code>ETag</Code>. The hash is SHA-256
            over the document’s <Code>input</Code>, <Code>output</Code> and <Code>definitions</Code> as
            canonical JSON (RFC 8785), so you can compute it yourself.
          </p>
        </Text>
      </Section>

      <Section id="formats" title="Formats that are checked">
        <Text>
          <p>
            {ASSERTED_FORMATS.map((format, index) => (
              <span key={format}>
                {index > 0 && ', '}
                <Code>{format}</Code>
              </span>
            ))}
            . Any other <Code>format</Code> is a note for the reader, and for the form: <Code>textarea</Code>,{' '}
            <Code>markdown</Code> and <Code>password</Code> draw what they say.
          </p>
        </Text>
      </Section>

      <Section id="deviations" title="Where the standard’s tests are answered differently">
        <Text>
          <p>
            The official test suite for 2020-12 and draft-07 is part of our own tests. Everything that is
            answered differently is in this table, and the tests fail when the table is wrong in either
            direction. “Everywhere” includes <Code>contract validate --any-root</Code>, which reads any schema
            without the rules of a contract.
          </p>
        </Text>
        <DataTable
          label="Deviations from the JSON Schema test suite"
          columns={['Tests', 'Drafts', 'Where', 'Why']}
          rows={DEVIATIONS.map(({ file, groups, drafts, where, reason }) => [
            <span key="file" className="grid justify-items-start gap-1 whitespace-normal">
              <Code>{file}</Code>
              {groups && <span className="text-muted-foreground">{groups.source.replaceAll('|', ', ')}</span>}
            </span>,
            drafts.join(', '),
            WHERE[where],
            <span key="why" className="inline-block min-w-56">
              {reason}
            </span>,
          ])}
        />
      </Section>
    </Page>
  )
}
