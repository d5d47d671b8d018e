// The public names and the repository's pages → a static site, by default in out/docs. Warnings and broken links are
// errors.

import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { Application, Comment, CommentTag, Converter, PageEvent, ReflectionKind } from 'typedoc';
import { scriptOptions } from '../harness/script-options.mjs';
import { linkBreaches, pagePaths, readPage } from './pages.mjs';
import { siteLinks } from './site-links.mjs';

const root = resolve(import.meta.dirname, '../..');
const { values } = scriptOptions('npm run docs -- [--out out/docs]', { out: { type: 'string', default: 'out/docs' } });
const out = resolve(root, values.out);
/** What a program imports → the file with its names. */
const modules = {
  kerf: 'lib/index.ts',
  'kerf/io': 'lib/io.ts',
  'kerf/reference': 'lib/reference.ts',
  'kerf/vtk': 'lib/vtk.ts',
  'kerf/three': 'lib/three.ts',
  'kerf/datasets': 'datasets/index.ts',
};
/**
 * The navigation's headings, in order, for the pages under a folder. The longest that fits counts; '' is the top of the
 * repository.
 */
const groups = {
  'examples/guides/': 'Guides',
  'examples/': 'Examples',
  'lib/cli/': 'Commands, files, messages',
  'lib/io/': 'Commands, files, messages',
  'lib/server/protocol/': 'Commands, files, messages',
  'datasets/': 'Data and benchmark',
  'lib/': 'Inside: rooms',
  'lib/stages/': 'Inside: stages of a query',
  'wgsl/': 'Inside: shaders',
  'lib/oracle/': 'Inside: the oracle and its proofs',
  'spec/': 'Inside: measured and tested',
  '': 'Project',
};
const groupOf = (file) =>
  groups[
    Object.keys(groups)
      .filter((folder) => (folder === '' ? !file.includes('/') : file.startsWith(folder)))
      .reduce((a, b) => (a.length > b.length ? a : b))
  ];
const plain = (text) => ({ kind: 'text', text });
const posixPath = (path) => relative(root, path).replaceAll('\\', '/');
const pages = pagePaths(root).filter((path) => path !== 'README.md');

const breaches = linkBreaches(root, ['README.md', ...pages]);
for (const line of breaches) console.error(line);
if (breaches.length > 0) process.exit(1);

const app = await Application.bootstrapWithPlugins({
  name: 'kerf',
  plugin: ['typedoc-plugin-missing-exports'],
  // The heading for types that a public name takes or gives and that are not public names themselves.
  internalModule: 'types it takes or gives',
  excludeExternals: true,
  excludeInternal: true,
  entryPoints: Object.values(modules).map((path) => join(root, path)),
  // The one for the declarations only; the examples are checked with a built package.
  tsconfig: join(root, 'lib/tsconfig.types.json'),
  readme: join(root, 'README.md'),
  projectDocuments: pages.map((path) => join(root, path)),
  out,
  cleanOutputDir: true,
  disableSources: true,
  disableGit: true,
  githubPages: false,
  hideGenerator: true,
  includeVersion: true,
  customCss: join(import.meta.dirname, 'site.css'),
  sort: ['alphabetical-ignoring-documents'],
  sluggerConfiguration: { lowercase: true },
  groupOrder: ['Guides', 'Modules', ...Object.values(groups), '*', 'Not exported'],
  navigation: { includeGroups: true, includeFolders: false },
  searchInDocuments: true,
  // A name weighs ten times a page's text. The guides outweigh names that share only a part of a word with the search.
  searchGroupBoosts: { Guides: 20 },
  highlightLanguages: [
    'bash',
    'cpp',
    'dockerfile',
    'csharp',
    'css',
    'html',
    'javascript',
    'json',
    'python',
    'sh',
    'ts',
    'typescript',
  ],
  validation: { notExported: true, invalidLink: true, invalidPath: true, rewrittenLink: true },
});

app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_context, reflection) => {
  if (!reflection.kindOf(ReflectionKind.Module)) return;
  const file = reflection.project.files.getReflectionPath(reflection);
  if (file === undefined) reflection.comment = new Comment([], [new CommentTag('@group', [plain('Not exported')])]);
  else reflection.name = Object.keys(modules).find((name) => modules[name] === posixPath(file));
});
app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document) => {
  const file = posixPath(document.project.files.getReflectionPath(document));
  document.name = readPage(readFileSync(join(root, file), 'utf8')).title;
  document.frontmatter.group = groupOf(file);
});

// TypeDoc links to the front page as a folder, which a browser would list if the page is opened from disk.
app.renderer.on(PageEvent.END, (page) => {
  page.contents = page.contents?.replaceAll(/href="((?:\.\.\/)+)(#[^"]*)?"/g, 'href="$1index.html$2"');
});

const project = await app.convert();
if (project !== undefined) {
  app.validate(project);
  await app.generateOutputs(project);
}
if (project === undefined || app.logger.hasErrors() || app.logger.hasWarnings()) process.exit(1);
const { checked, broken } = siteLinks(out);
for (const line of broken) console.error(line);
console.log(`${relative(root, out)}/index.html: ${pages.length + 1} pages, ${checked} links within the site`);
if (broken.length > 0) process.exit(1);
