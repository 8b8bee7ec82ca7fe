/** The globals of the browser runner. */
type TestBody = () => void | Promise<void>;
declare function describe(name: string, body: () => void): void;
declare function it(name: string, body: TestBody): void;
declare function before(body: TestBody): void;
declare function after(body: TestBody): void;
declare function beforeEach(body: TestBody): void;
declare function afterEach(body: TestBody): void;
