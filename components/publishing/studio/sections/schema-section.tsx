'use client'

import { WandSparkles } from 'lucide-react'
import { useDeferredValue, useId, useMemo, useState } from 'react'
import { isContractDocument, schemaInContract } from '#lib/contracts/document/from-contract.ts'
import { unwrapDefinition } from '#lib/contracts/document/from-schema.ts'
import { interpretSchema } from '#lib/json-schema/evaluate/interpreter.ts'
import { canonicalize } from '#lib/json-schema/parse/canonicalize.ts'
import { repairUntilAccepted } from '#lib/json-schema/repair/repair-schema.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { pointerKeys } from '#lib/kernel/json/json-pointer.ts'
import { plural } from '#lib/kernel/text/plural.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.ts'
import { JsonField } from '../fields/code-fields.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { InferSchema } from '../schema/infer-schema.tsx'
import { SchemaFieldTable } from '../schema/schema-field-table.tsx'
import { readTable } from '../schema/schema-table.ts'
import { useStudio } from '../state/studio-context.tsx'
import { type StudioLocation, skillPointer } from '../state/studio-sections.ts'

const SECTION_TEXTS = {
  parameters: {
    title: 'Parameters',
    description:
      'The input. It defines the form, the validation before your code runs, and what agents read.',
    label: 'Parameters as JSON Schema',
  },
  response: {
    title: 'Response',
    description:
      'The output that you guarantee. A result that does not match is withheld, and the caller is not charged.',
    label: 'Response as JSON Schema',
  },
} as const

export function SchemaSection({
  location,
  part,
}: {
  location: StudioLocation
  part: 'parameters' | 'response'
}) {
  const { value } = useStudio()
  const pointer = `${skillPointer(location.skill ?? 0)}/${part}`
  const authored = value(pointer)
  const table = readTable(authored)
  const [view, setView] = useState<'table' | 'json'>(table.rows ? 'table' : 'json')
  const { title, description, label } = SECTION_TEXTS[part]

  return (
    <StudioSection
      location={location}
      title={title}
      description={description}
      actions={<InferSchema skill={location.skill ?? 0} part={part} />}
    >
      <Tabs value={view} onValueChange={(next) => setView(next as 'table' | 'json')}>
        <TabsList aria-label={`How to edit the ${title.toLowerCase()}`}>
          <TabsTrigger value="table">Fields</TabsTrigger>
          <TabsTrigger value="json">JSON</TabsTrigger>
        </TabsList>
        {isContractDocument(authored) ? (
          <ContractOffer pointer={pointer} contract={authored} part={part} />
        ) : unwrapDefinition(authored) ? (
          <DefinitionOffer pointer={pointer} authored={authored} part={part} />
        ) : (
          <RepairOffer pointer={pointer} />
        )}
        <TabsContent value="table">
          <SchemaFieldTable pointer={pointer} table={table} onShowJson={() => setView('json')} />
        </TabsContent>
        <TabsContent value="json">
          <JsonField pointer={pointer} label={label} isLabelHidden lines={{ min: 14, max: 36 }} />
        </TabsContent>
      </Tabs>
    </StudioSection>
  )
}

type ContractOfferProps = { pointer: string; contract: JsonObject; part: 'parameters' | 'response' }

/** Offers the schema that the contract contains. */
function ContractOffer({ pointer, contract, part }: ContractOfferProps) {
  const { set } = useStudio()
  const schema = schemaInContract(contract, part)
  return (
    <Alert
      variant="warning"
      className="mt-5"
      title="This is the contract of a skill"
      action={
        schema && (
          <Button size="sm" variant="outline" onClick={() => set(pointer, schema)}>
            Use its {part === 'parameters' ? 'input' : 'success response'}
          </Button>
        )
      }
    >
      A contract describes the input and the output together. Only one of them belongs here.
    </Alert>
  )
}

type DefinitionOfferProps = { pointer: string; authored: Json | undefined; part: 'parameters' | 'response' }

/** Offers the schema inside a tool definition, such as `{ input_schema: … }`. */
function DefinitionOffer({ pointer, authored, part }: DefinitionOfferProps) {
  const { set } = useStudio()
  const { input, output } = unwrapDefinition(authored) ?? {}
  const schemaPart = part === 'parameters' ? (input ?? output) : (output ?? input)
  if (!schemaPart) return null
  const key = schemaPart.pointer.split('/').at(-1)

  function unwrap() {
    if (!schemaPart) return
    set(pointer, schemaPart.schema)
    toast(`The schema in “${key}” is used.`, {
      action: { label: 'Undo', onClick: () => set(pointer, authored) },
    })
  }

  return (
    <Alert
      variant="warning"
      className="mt-5"
      title={`The schema is inside “${key}”`}
      action={
        <Button size="sm" variant="outline" onClick={unwrap}>
          Use the schema in “{key}”
        </Button>
      }
    >
      This is a tool definition. Only the schema inside it belongs here.
    </Alert>
  )
}

const MAX_LISTED_REPAIRS = 40

/** Offers to repair the schema where only one repair is possible, with a preview. */
function RepairOffer({ pointer }: { pointer: string }) {
  const { value, set } = useStudio()
  const listId = useId()
  // Deferred, because a repair takes longer than a keystroke.
  const authored = useDeferredValue(value(pointer))
  const repaired = useMemo(() => repair(authored), [authored])
  if (!repaired) return null
  const { schema, repairs } = repaired
  const change = plural(repairs.length, 'change')

  function apply() {
    set(pointer, schema)
    toast(`The schema was repaired: ${change}.`, {
      action: { label: 'Undo', onClick: () => set(pointer, authored) },
    })
  }

  return (
    <Alert
      variant="warning"
      className="mt-5"
      title="This schema can be repaired"
      action={
        <Button size="sm" variant="outline" onClick={apply} aria-describedby={listId}>
          <WandSparkles aria-hidden />
          Repair
        </Button>
      }
    >
      <ul id={listId} className="grid list-disc gap-0.5 pl-4">
        {repairs.slice(0, MAX_LISTED_REPAIRS).map(({ pointer, sentence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may read the same
          <li key={index}>
            {pointer && <code className="font-mono text-xs">{pointerKeys(pointer).join(' → ')}</code>}{' '}
            {sentence}
          </li>
        ))}
        {repairs.length > MAX_LISTED_REPAIRS && (
          <li>… and {repairs.length - MAX_LISTED_REPAIRS} more like these.</li>
        )}
      </ul>
    </Alert>
  )
}

function repair(authored: Json | undefined) {
  if (!isObject(authored)) return null
  return repairUntilAccepted(authored, (schema) => canonicalize(schema, interpretSchema))
}
