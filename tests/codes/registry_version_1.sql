-- A registry as version 1 wrote it.
PRAGMA application_id = 1263815490;
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
CREATE TABLE box (
            id VARCHAR(4) PRIMARY KEY, name VARCHAR NOT NULL, ruleset VARCHAR NOT NULL,
            revision INTEGER NOT NULL, made VARCHAR(27) NOT NULL, copies VARCHAR(6) NOT NULL);
INSERT INTO "box" VALUES('N5NG','Lama','nusantara',2,'2026-01-01T00:00:00.000000Z','ask');
CREATE TABLE change (
            box VARCHAR(4) NOT NULL REFERENCES box(id), revision INTEGER NOT NULL,
            place INTEGER NOT NULL, at VARCHAR(27) NOT NULL,
            code VARCHAR(12) NOT NULL REFERENCES code(code), item INTEGER, serial INTEGER,
            state VARCHAR(8) NOT NULL, reason VARCHAR, PRIMARY KEY (box, revision, place));
INSERT INTO "change" VALUES('N5NG',2,1,'2026-02-01T00:00:00.000000Z','N5NG0ANCHAVD',27,1,'lost','lost');
INSERT INTO "change" VALUES('N5NG',2,2,'2026-02-01T00:00:00.000000Z','N5NG00000192',27,2,'active',NULL);
CREATE TABLE code (
            code VARCHAR(12) PRIMARY KEY, box VARCHAR(4) NOT NULL REFERENCES box(id),
            item INTEGER, serial INTEGER, state VARCHAR(8) NOT NULL
                CHECK (state IN ('active', 'spare', 'replaced', 'lost', 'blocked', 'void')),
            made VARCHAR(27) NOT NULL, since VARCHAR(27) NOT NULL, reason VARCHAR,
            replaced_by VARCHAR(12) REFERENCES code(code) DEFERRABLE INITIALLY DEFERRED,
            uid VARCHAR(20), seen VARCHAR(27),
            FOREIGN KEY (box, item) REFERENCES item(box, number),
            CHECK ((item IS NULL) = (serial IS NULL)),
            CHECK (item IS NOT NULL OR state IN ('spare', 'lost', 'blocked', 'void')),
            CHECK (item IS NULL OR state <> 'spare'));
INSERT INTO "code" VALUES('N5NG0ANCHAVD','N5NG',27,1,'lost','2026-01-01T00:00:00.000000Z','2026-02-01T00:00:00.000000Z','lost','N5NG00000192',NULL,NULL);
INSERT INTO "code" VALUES('N5NG00000192','N5NG',27,2,'active','2026-02-01T00:00:00.000000Z','2026-02-01T00:00:00.000000Z',NULL,NULL,'04AA',NULL);
CREATE TABLE item (
            box VARCHAR(4) NOT NULL REFERENCES box(id), number INTEGER NOT NULL,
            kind VARCHAR NOT NULL, PRIMARY KEY (box, number));
INSERT INTO "item" VALUES('N5NG',27,'property');
CREATE TABLE scan (
            id INTEGER PRIMARY KEY, box VARCHAR(4) NOT NULL, at VARCHAR(27) NOT NULL,
            source VARCHAR NOT NULL, verdict VARCHAR NOT NULL, text VARCHAR NOT NULL,
            uid VARCHAR(20), detail VARCHAR);
CREATE UNIQUE INDEX one_active ON code (box, item) WHERE state = 'active';
CREATE UNIQUE INDEX one_serial ON code (box, item, serial);
