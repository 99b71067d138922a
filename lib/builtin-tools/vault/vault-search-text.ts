import { MAX_QUERY_CHARS } from '../../vault/search/line-finder.ts'
import {
  DEFAULT_MATCHES,
  DEFAULT_SNIPPET,
  MAX_MATCHES,
  type SearchResult,
  type SearchWanted,
  searchText,
} from '../../vault/search/search-text.ts'
import { type BuiltInTool, outputPathField, strictObject } from '../definition/built-in-tool.ts'
import { vaultOfTool } from './vault-of-tool.ts'

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
