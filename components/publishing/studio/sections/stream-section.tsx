'use client'

import { useState } from 'react'
import type { Json } from '#lib/kernel/json/json.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/tabs.tsx'
import { JsonField } from '../fields/code-fields.tsx'
import { StudioSection } from '../layout/studio-section.tsx'
import { SchemaFieldTable } from '../schema/schema-field-table.tsx'
import { readTable } from '../schema/schema-table.ts'
import { useStudio } from '../state/studio-context.tsx'
import { skillPointer } from '../state/studio-sections.ts'

const FIRST_STREAM: Json = { type: 'object', properties: {}, additionalProperties: false }

/** Edits the schema of the parts that the code emits while it runs. */
export function StreamSection({ skill }: { skill: number }) {
  const { value, set } = useStudio()
  const pointer = `${skillPointer(skill)}/stream`
  const authored = value(pointer)
  return (
    <StudioSection
      location={{ section: 'stream', skill }}
      title="Stream"
      description="Parts of the output that your code delivers while it runs, with context.emit(part) or runtime.emit(part). A part that does not match ends the run, and the caller is not charged."
      actions={
        authored !== undefined && (
          <Button size="sm" variant="outline" onClick={() => set(pointer, undefined)}>
            Remove the stream
          </Button>
        )
      }
    >
      {authored === undefined ? (
        <EmptyState
          title="No stream"
          action={
            <Button size="sm" variant="outline" onClick={() => set(pointer, FIRST_STREAM)}>
              Declare a stream
            </Button>
          }
        >
          Callers get the whole output when a run ends.
        </EmptyState>
      ) : (
        <StreamEditor pointer={pointer} authored={authored} />
      )}
    </StudioSection>
  )
}

function StreamEditor({ pointer, authored }: { pointer: string; authored: Json }) {
  const table = readTable(authored)
  const [view, setView] = useState(table.rows ? 'table' : 'json')
  return (
    <Tabs value={view} onValueChange={setView}>
      <TabsList aria-label="How to edit the stream">
        <TabsTrigger value="table">Fields</TabsTrigger>
        <TabsTrigger value="json">JSON</TabsTrigger>
      </TabsList>
      <TabsContent value="table">
        <SchemaFieldTable pointer={pointer} table={table} onShowJson={() => setView('json')} />
      </TabsContent>
      <TabsContent value="json">
        <JsonField
          pointer={pointer}
          label="A part as JSON Schema"
          isLabelHidden
          lines={{ min: 8, max: 36 }}
        />
      </TabsContent>
    </Tabs>
  )
}
