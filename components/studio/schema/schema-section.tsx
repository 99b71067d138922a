'use client'

import { useState } from 'react'
import { isObject } from '#lib/contract/json/json.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { JsonField } from '../fields/json-field.tsx'
import { Section } from '../section.tsx'
import { type Place, skillPointer } from '../sections.ts'
import { useStudio } from '../studio-context.tsx'
import { FieldTable } from './field-table.tsx'
import { FormPreview } from './form-preview.tsx'
import { RepairOffer } from './repair-offer.tsx'
import { asSchema, readTable } from './schema-table.ts'

const WORDS = {
  parameters: {
    title: 'Parameters',
    description:
      'What goes in. The form people fill, the checks before your code runs, and what agents read.',
    label: 'Parameters as JSON Schema',
  },
  response: {
    title: 'Response',
    description:
      'What comes out: your promise. A published skill whose result breaks it is withheld and costs the caller nothing.',
    label: 'Response as JSON Schema',
  },
} as const

// The form beside the schema, where there is room.
const BESIDE = 'grid gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]'

/** One schema, as a table of fields or as JSON, with the form it draws. */
export function SchemaSection({ place, which }: { place: Place; which: 'parameters' | 'response' }) {
  const { value } = useStudio()
  const pointer = `${skillPointer(place.skill ?? 0)}/${which}`
  const authored = value(pointer)
  const table = readTable(authored)
  const [view, setView] = useState<'table' | 'json'>(table.rows ? 'table' : 'json')
  const { title, description, label } = WORDS[which]

  return (
    <Section place={place} title={title} description={description}>
      <div className={which === 'parameters' ? BESIDE : 'max-w-3xl'}>
        <Tabs value={view} onValueChange={(next) => setView(next as 'table' | 'json')}>
          <TabsList aria-label={`How to edit the ${title.toLowerCase()}`}>
            <TabsTrigger value="table">Fields</TabsTrigger>
            <TabsTrigger value="json">JSON</TabsTrigger>
          </TabsList>
          <RepairOffer pointer={pointer} />
          <TabsContent value="table">
            <FieldTable pointer={pointer} table={table} onShowJson={() => setView('json')} />
          </TabsContent>
          <TabsContent value="json">
            <JsonField pointer={pointer} label={label} isLabelHidden lines={{ min: 14, max: 36 }} />
          </TabsContent>
        </Tabs>
        {which === 'parameters' && (
          <FormPreview schema={isObject(authored) ? asSchema(authored) : undefined} />
        )}
      </div>
    </Section>
  )
}
