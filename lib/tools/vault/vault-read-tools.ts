import {
  DEFAULT_LIMIT,
  type FileList,
  type ListWanted,
  listFiles,
  MAX_LIMIT,
} from '../../vault/files/list-files.ts'
import {
  DEFAULT_MAX_BYTES,
  MAX_BYTES,
  type ReadFile,
  type ReadWanted,
  readFile,
} from '../../vault/files/read-file.ts'
import { MAX_QUERY_CHARS } from '../../vault/search/line-finder.ts'
import {
  DEFAULT_MATCHES,
  DEFAULT_SNIPPET,
  MAX_MATCHES,
  type SearchResult,
  type SearchWanted,
  searchText,
} from '../../vault/search/search-text.ts'
import {
  type BuiltInTool,
  ETAG_OUT,
  inputPathField,
  MTIME_OUT,
  outputPathField,
  strictObject,
} from '../definition/built-in-tool.ts'
import { vaultOfTool } from './vault-of-tool.ts'

export const vaultListFiles: BuiltInTool<ListWanted, FileList> = {
  name: 'vault.listFiles',
  title: 'List files',
  description: 'Lists the files and folders of the vault or of a folder, in a stable order.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: strictObject([], {
    prefix: { type: 'string', description: 'The folder to list. Default: the whole vault.' },
    recursive: {
      type: 'boolean',
      description: 'Include all subfolders. Default: false.',
    },
    extensions: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string' },
      description: 'Only files with one of these extensions, such as ["md"].',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_LIMIT,
      description: `Maximum number of entries. Default: ${DEFAULT_LIMIT}.`,
    },
    offset: {
      type: 'integer',
      minimum: 0,
      description: 'Number of entries to skip: the nextOffset of the previous page.',
    },
  }),
  outputSchema: strictObject(['items', 'truncated'], {
    items: {
      type: 'array',
      description: 'The entries, sorted by path.',
      items: strictObject(['path', 'kind'], {
        path: outputPathField('The path in the vault, such as “Folder/Note.md”.'),
        kind: { type: 'string', enum: ['file', 'folder'], description: 'What it is.' },
        sizeBytes: {
          type: 'integer',
          title: 'Size',
          'x-unit': 'bytes',
          minimum: 0,
          description: 'The size, for files, in bytes.',
        },
        mtimeMs: {
          type: 'integer',
          title: 'Changed',
          description: 'When it was last changed, for files, in epoch milliseconds.',
        },
        ctimeMs: {
          type: 'integer',
          title: 'Created',
          description: 'When it was created, in epoch milliseconds.',
        },
        etag: {
          type: 'string',
          title: 'Etag',
          'x-technical': true,
          description: 'The etag of the content, for files.',
        },
      }),
    },
    nextOffset: {
      type: 'integer',
      title: 'Next offset',
      'x-technical': true,
      minimum: 0,
      description: 'The offset of the next page, if there is one.',
    },
    truncated: { type: 'boolean', description: 'True if there are more entries.' },
  }),
  preview: [
    { given: 'prefix', template: 'List the files in “{prefix}”' },
    { template: 'List the files in the vault' },
  ],
  run: (input, environment) => listFiles(vaultOfTool(environment), input),
}

export const vaultReadFile: BuiltInTool<ReadWanted, ReadFile> = {
  name: 'vault.readFile',
  title: 'Read a file',
  description:
    'Reads a vault file as text or base64. Longer files are cut at a character boundary; use range to read the rest.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: strictObject(['path'], {
    path: inputPathField('The path of the file, such as “Folder/Note.md”.'),
    maxBytes: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_BYTES,
      description: `Maximum bytes to read. Default: ${DEFAULT_MAX_BYTES} (1 MiB).`,
    },
    range: strictObject(
      ['start', 'end'],
      {
        start: { type: 'integer', minimum: 0, description: 'The first byte.' },
        end: { type: 'integer', minimum: 0, description: 'The position after the last byte.' },
      },
      'The part of the file to read, in bytes.',
    ),
    as: {
      type: 'string',
      enum: ['text', 'base64'],
      description: 'Output encoding. Default: text; non-UTF-8 files need base64.',
    },
  }),
  outputSchema: strictObject(['path', 'content'], {
    path: outputPathField('The file.'),
    content: { type: 'string', description: 'The text, or base64.' },
    ...ETAG_OUT,
    ...MTIME_OUT,
    truncated: { type: 'boolean', description: 'True if the content was cut.' },
    encoding: { type: 'string', description: 'The encoding of the content: utf-8 or base64.' },
  }),
  preview: 'Read “{path}”',
  run: (input, environment) => readFile(vaultOfTool(environment), input),
}

export const vaultSearchText: BuiltInTool<SearchWanted, SearchResult> = {
  name: 'vault.searchText',
  title: 'Search texts',
  description:
    'Searches the text files of the vault for words or a pattern, line by line. A search that takes too long returns the matches found so far.',
  riskLevel: 'read-only',
  sideEffects: [],
  availability: 'always',
  inputSchema: strictObject(['query'], {
    query: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_QUERY_CHARS,
      description: 'The words, or a regular expression without lookaround and backreferences.',
    },
    mode: { type: 'string', enum: ['plain', 'regex'], default: 'plain', description: 'What the query is.' },
    paths: {
      type: 'array',
      maxItems: 1_000,
      items: { type: 'string' },
      description: 'Limit the search to these files and folders.',
    },
    caseSensitive: {
      type: 'boolean',
      description: 'Whether the search is case-sensitive. Default: false.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_MATCHES,
      default: DEFAULT_MATCHES,
      description: 'Maximum number of matches.',
    },
    snippetLength: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000,
      default: DEFAULT_SNIPPET,
      description: 'Maximum characters of the line to return around a match.',
    },
  }),
  outputSchema: strictObject(['matches', 'truncated'], {
    matches: {
      type: 'array',
      description: 'The matches, sorted by path.',
      items: strictObject(['path', 'snippet'], {
        path: outputPathField('The file.'),
        line: { type: 'integer', minimum: 0, description: 'The line number, starting at 0.' },
        start: {
          type: 'integer',
          minimum: 0,
          description: 'The start offset in the file, in UTF-16 code units.',
        },
        end: { type: 'integer', minimum: 0, description: 'The end offset, exclusive.' },
        snippet: { type: 'string', description: 'The line, or the part of it around the match.' },
      }),
    },
    truncated: { type: 'boolean', description: 'True if there may be more matches.' },
  }),
  preview: [
    { given: 'paths', template: 'Search for “{query}” in {paths}' },
    { template: 'Search for “{query}” in the vault' },
  ],
  run: (input, environment) => searchText(vaultOfTool(environment), input, { signal: environment.signal }),
}
