import ts from 'typescript-5.9';

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  types: [],
};

/** The comments that an editor shows for the exports of a file, and for all that is below them. */
export class Documentation {
  readonly #checker: ts.TypeChecker;
  readonly #exports: ReadonlyMap<string, ts.Type>;

  constructor(path: string) {
    const program = ts.createProgram([path], OPTIONS);
    this.#checker = program.getTypeChecker();
    const source = program.getSourceFile(path);
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${path} is no module`);
    const symbols = this.#checker.getExportsOfModule(module);
    this.#exports = new Map(symbols.map((symbol) => [symbol.name, this.#checker.getTypeOfSymbol(symbol)]));
  }

  /** The comment of a field, by its path from an export: `api.messages.send`. */
  at(path: string): string {
    const [name = '', ...fields] = path.split('.');
    const last = fields.pop() ?? '';
    const type = fields.reduce(
      (found, field) => this.#typeOf(this.#property(found, field)),
      this.#export(name),
    );
    return this.#comment(this.#property(type, last));
  }

  /** The paths of the fields without a comment, to a depth below an export. */
  missing(name: string, depth = Number.POSITIVE_INFINITY): string[] {
    const paths: string[] = [];
    const seen = new Set<ts.Type>();
    const visit = (type: ts.Type, path: string, left: number) => {
      if (left === 0 || seen.has(type)) return;
      seen.add(type);
      for (const part of this.#parts(type)) {
        for (const property of this.#fieldsOf(part)) {
          const below = `${path}.${property.name}`;
          if (this.#comment(property) === '') paths.push(below);
          visit(this.#typeOf(property), below, left - 1);
        }
      }
    };
    visit(this.#export(name), name, depth);
    return paths;
  }

  #fieldsOf(type: ts.Type): readonly ts.Symbol[] {
    if ((type.flags & ts.TypeFlags.Object) === 0 || type.getCallSignatures().length > 0) return [];
    return this.#checker.getPropertiesOfType(type).filter((property) => !isOfPlatform(property));
  }

  /** The members of a union, and what an array or a stream contains. */
  #parts(type: ts.Type): readonly ts.Type[] {
    if (type.isUnion()) return type.types.flatMap((member) => this.#parts(member));
    const [item] = ['Array', 'AsyncIterable'].includes(type.symbol?.name ?? '')
      ? this.#checker.getTypeArguments(type as ts.TypeReference)
      : [];
    return item === undefined ? [type] : this.#parts(item);
  }

  #export(name: string): ts.Type {
    const type = this.#exports.get(name);
    if (type === undefined) throw new Error(`there is no export ${name}`);
    return type;
  }

  #property(type: ts.Type, name: string): ts.Symbol {
    const property = this.#checker.getPropertyOfType(type, name);
    if (property === undefined) throw new Error(`there is no field ${name}`);
    return property;
  }

  #typeOf(symbol: ts.Symbol): ts.Type {
    return this.#checker.getTypeOfSymbol(symbol);
  }

  #comment(symbol: ts.Symbol): string {
    return ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
  }
}

/** Whether a field is one of a type of the platform, such as Blob. */
function isOfPlatform(property: ts.Symbol): boolean {
  return (property.declarations ?? []).some((declaration) =>
    /\/lib\.[\w.]+\.d\.ts$/.test(declaration.getSourceFile().fileName),
  );
}
