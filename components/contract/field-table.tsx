import type { JsonSchema } from '#lib/contract/json/json.ts'
import { Code, DataTable } from '../docs/data-table.tsx'
import { fieldFacts } from './field-facts.ts'

/** The fields of a schema at a glance. */
export function FieldTable({
  label,
  schema,
  side,
}: {
  label: string
  schema: JsonSchema
  side: 'input' | 'output'
}) {
  const facts = fieldFacts(schema)
  if (facts.length === 0) return <p className="text-muted-foreground text-sm">No fields are declared.</p>
  return (
    <DataTable
      label={label}
      columns={['Field', side === 'input' ? 'Required' : 'Guaranteed', 'Description']}
      rows={facts.map(({ name, kind, isRequired, preset, description }) => [
        <Code key="name">{name}</Code>,
        isRequired ? 'yes' : preset === undefined ? 'no' : <Default key="needed" value={preset} />,
        <span key="what" className="grid gap-0.5 sm:min-w-48">
          <span>{kind}</span>
          {description && <span className="text-muted-foreground">{description}</span>}
        </span>,
      ])}
    />
  )
}

function Default({ value }: { value: string }) {
  return (
    <>
      no: <Code>{value.length > 24 ? `${value.slice(0, 23)}…` : value}</Code>
    </>
  )
}
