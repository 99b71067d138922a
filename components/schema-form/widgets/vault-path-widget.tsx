'use client'

/** A text field with the files of the organisation's vault (`"format": "vault-path"`). Other paths can be typed. */
import type { WidgetProps } from '@rjsf/utils'
import { useState } from 'react'
import { exampleOf } from '#lib/form-model/field-labels.ts'
import { paths } from '#lib/site/paths.ts'
import { formatBytes } from '#lib/text/format.ts'
import type { FileEntry } from '#lib/vault/files/list-files.ts'
import { fetchSearch, useSearch } from '../../browser/use-search.ts'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { useWidget } from '../frame/field-notes.tsx'

export function VaultPathWidget(props: WidgetProps) {
  const { facts, json, change, disabled, control } = useWidget(props)
  const [query, setQuery] = useState<string | null>(null)
  const { state, items } = useSearch(query, findFiles)
  const text = typeof json === 'string' ? json : ''
  const example = exampleOf(facts)
  return (
    <div className="grid gap-1">
      <Combobox
        {...control}
        isSearched
        className="[&_input]:font-mono"
        placeholder={example ? `e.g. ${example}` : 'Folder/File.md'}
        value={text}
        disabled={disabled}
        options={items.map(({ path, ...entry }) => ({ key: path, label: path, hint: sizeOf(entry) }))}
        onOpen={() => setQuery('')}
        onType={(typed) => {
          setQuery(typed)
          change(typed || undefined)
        }}
        onPick={change}
      />
      <p role="status" className="text-muted-foreground text-xs">
        {state === 'failed'
          ? 'Your vault could not be searched. You can type a path.'
          : state === 'done' && items.length === 0
            ? 'No file of your vault matches.'
            : 'A path in your vault. Type to search.'}
      </p>
    </div>
  )
}

function sizeOf(entry: Omit<FileEntry, 'path'>): string | undefined {
  return 'sizeBytes' in entry && typeof entry.sizeBytes === 'number'
    ? formatBytes(entry.sizeBytes)
    : undefined
}

async function findFiles(name: string, signal: AbortSignal): Promise<FileEntry[]> {
  const { items } = await fetchSearch<{ items: FileEntry[] }>(paths.vaultFind(name), signal)
  return items
}
