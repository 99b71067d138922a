'use client'

/** A text field that suggests the files of the organisation's vault. Any other path can be typed. */
import { type ComponentProps, useState } from 'react'
import { paths } from '#lib/kernel/site/paths.ts'
import { formatBytes } from '#lib/kernel/text/format.ts'
import type { FileEntry } from '#lib/vault/files/list-files.ts'
import { fetchSearch, useSearch } from '../browser/use-search.ts'
import { Combobox } from '../ui/forms/combobox.tsx'

type VaultPathInputProps = Omit<
  ComponentProps<typeof Combobox>,
  'options' | 'isSearched' | 'onOpen' | 'onType' | 'onPick'
> & { onChange: (path: string | undefined) => void }

export function VaultPathInput({ placeholder, onChange, ...rest }: VaultPathInputProps) {
  const [query, setQuery] = useState<string | null>(null)
  const { state, items } = useSearch(query, findFiles)
  return (
    <div className="grid gap-1">
      <Combobox
        {...rest}
        isSearched
        className="[&_input]:font-mono"
        placeholder={placeholder ?? 'Folder/File.md'}
        options={items.map(({ path, ...entry }) => ({ key: path, label: path, hint: sizeOf(entry) }))}
        onOpen={() => setQuery('')}
        onType={(typed) => {
          setQuery(typed)
          onChange(typed || undefined)
        }}
        onPick={onChange}
      />
      <p role="status" className="text-muted-foreground text-xs">
        {state === 'failed'
          ? 'Your vault could not be searched. You can type a path.'
          : state === 'done' && items.length === 0
            ? 'No file in your vault matches.'
            : 'Type to search your vault.'}
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
