# Packages: lists, one package, and sending from the browser.

packages-sent = 送信済み
packages-received = 受信済み
packages-one = パッケージ
packages-name = 名前
packages-state = 状態
packages-state-new = アップロード中
packages-state-finalized = 準備完了
packages-state-expired = 期限切れ
packages-state-archived = アーカイブ済み
packages-virus = ウイルス検出
packages-sender = 送信者
packages-recipients = 受信者
packages-recipient = 受信者
packages-portal = ポータル
packages-size = サイズ
packages-files = ファイル
packages-created = 作成日時
packages-expiry = 有効期限
packages-no-expiry = なし
packages-usage = ダウンロード
packages-tag = タグ
packages-space = チームスペース
packages-search = 名前で検索
packages-filters = フィルター
packages-filters-set = フィルター（{ $count }）
packages-filters-clear = フィルターを解除
packages-any = すべて
packages-created-from = 作成日（開始）
packages-created-to = 作成日（終了）
packages-expiry-from = 有効期限（開始）
packages-expiry-to = 有効期限（終了）
packages-extra = 延長保存
packages-extra-yes = はい
packages-extra-no = いいえ
packages-day-needed = 日付を選択してください。
packages-none-found = パッケージが見つかりません
packages-none-found-help = フィルターを減らすか、アーカイブ済みのパッケージを含めてください。
packages-none-sent = 送信したパッケージはまだありません
packages-none-sent-help = パッケージには、任意のサイズのファイルやフォルダー、メッセージ、受信者ごとのリンクが含まれます。
packages-none-received = 受信したパッケージはまだありません
packages-none-received-help = ポータル経由で送信されたファイルがここに表示されます。
packages-to-portals = ポータルを開く

packages-period = 日付でアーカイブ…
packages-period-help = 指定した期間に有効期限が切れたすべてのパッケージが対象です。何も削除されません。
packages-period-way = 操作
packages-period-archive = 期限切れのパッケージをアーカイブ
packages-period-unarchive = パッケージをアーカイブから戻す
packages-bulk-archive = アーカイブ
packages-bulk-archive-title = { $count ->
   *[other] { $count } 件のパッケージをアーカイブしますか？
}
packages-bulk-archive-body = { $others ->
    [0] アーカイブしたパッケージは一覧に表示されなくなります。いつでもアーカイブから戻せます。
   *[other] アーカイブしたパッケージは一覧に表示されなくなります。いつでもアーカイブから戻せます。選択したうち { $others } 件は期限が切れていないため、アーカイブされません。
}
packages-bulk-archive-done = { $done ->
   *[other] { $done } 件のパッケージをアーカイブしました。
}
packages-bulk-unarchive = アーカイブから戻す
packages-bulk-unarchive-title = { $count ->
   *[other] { $count } 件のパッケージをアーカイブから戻しますか？
}
packages-bulk-unarchive-body = { $others ->
    [0] 期限切れのパッケージの一覧に再び表示されます。
   *[other] 期限切れのパッケージの一覧に再び表示されます。選択したうち { $others } 件はアーカイブされていないため、変更されません。
}
packages-bulk-unarchive-done = { $done ->
   *[other] { $done } 件のパッケージをアーカイブから戻しました。
}
packages-bulk-delete = 削除
packages-bulk-delete-title = { $count ->
   *[other] { $count } 件のパッケージを削除しますか？
}
packages-bulk-delete-body = { $others ->
    [0] すべてのファイルが削除され、すべてのリンクが使えなくなります。ストレージから内容が削除されるまでは、オーナーまたは管理者が復元できます。名前は期限切れとして一覧に残ります。
   *[other] すべてのファイルが削除され、すべてのリンクが使えなくなります。ストレージから内容が削除されるまでは、オーナーまたは管理者が復元できます。名前は期限切れとして一覧に残ります。選択したうち { $others } 件はすでに期限切れのため、変更されません。
}
packages-bulk-delete-done = { $done ->
   *[other] { $done } 件のパッケージを削除しました。
}
packages-delete-title = このパッケージを削除しますか？
packages-delete-body = すべてのファイルが削除され、すべてのリンクが使えなくなります。ストレージから内容が削除されるまでは、オーナーまたは管理者が復元できます。
packages-restore = 復元
packages-restored = パッケージを復元しました。
packages-restorable-until = 復元期限

packages-manage = 管理
packages-rename = 名前を変更
packages-renamed = パッケージの名前を変更しました。
packages-change-tag = タグを変更
packages-tag-help = タグを選択するか、新しいタグを入力してください。空欄にするとタグなしになります。
packages-tag-changed = タグを変更しました。
packages-change-expiry = 有効期限を変更
packages-expiry-changed = 有効期限を変更しました。
packages-expiry-past = 未来の日時を選択してください。
packages-keep = 有効期限
packages-keep-until = 日時を指定
packages-keep-always = なし
packages-keep-always-help = パッケージは、誰かが削除するまで保存されます。
packages-facts = 詳細
packages-set = 設定済み
packages-last-download = 最後のダウンロード
packages-id = ID

packages-files-gone = このパッケージのファイルは削除されました。名前、受信者、履歴は残ります。
packages-files-more = さらにファイルを読み込む
packages-files-search = ファイルを検索
packages-rows-more = さらに表示（残り { $count } 件）
packages-no-files = ファイルはありません
packages-file-name = 名前
packages-file-state = 状態
packages-file-modified = 更新日時
packages-file-uploading = アップロード中
packages-file-complete = 準備完了
packages-scan-clean = ウイルスなし
packages-scan-pending = ウイルススキャン中
packages-folder = フォルダー
packages-folder-top = すべてのファイル
packages-download = ダウンロード
packages-download-named = { $name } をダウンロード
packages-download-all = すべてダウンロード
packages-zip-preparing = zip を準備しています
packages-infected-title = ウイルスを検出しました
packages-infected-body = 「{ $name }」にはウイルスが含まれています。十分に理解している場合にのみダウンロードしてください。
packages-infected-action = それでもダウンロードする

packages-answers = フォームの回答

packages-links = リンク
packages-no-links = リンクはまだありません。リンクを持つ人は、アカウントなしでパッケージをダウンロードできます。
packages-link-create = 新しいリンク
packages-link-way = 共有方法
packages-link-way-open = 共有リンク
packages-link-way-open-help = ご自身で共有します。
packages-link-way-mail = 受信者にメールで送信
packages-link-way-mail-help = リンクをメールで送信します。ほかの人には表示されません。
packages-link-make = リンクを作成
packages-link-mail = リンクを送信
packages-link-mailed = { $email } にリンクをメールで送信しました。
packages-link-later = パッケージの準備ができると、{ $email } にリンクが届きます。
packages-link-address = リンク
packages-email-needed = メールアドレスを入力してください。
packages-link-password = パスワード
packages-link-password-help = 受信者が入力する必要があります。リンクとは別に共有してください。
packages-link-password-default = 空欄にすると、パッケージのパスワードを使用します。
packages-link-limit = リンクごとのダウンロード回数
packages-link-limit-help = 空欄にすると、パッケージの上限を使用します。
packages-link-expiry = リンクの有効期限
packages-link-expiry-help = 空欄にすると、パッケージの有効期限を使用します。
packages-link-on = 有効
packages-link-on-help = オフにすると、まだ使えないリンクを作成します。
packages-link-open = 共有リンク
packages-link-active = 有効
packages-link-off = 無効
packages-link-expired = 期限切れ
packages-link-show = リンクを表示
packages-link-switch-off = 無効にする
packages-link-switched-off = リンクを無効にしました。
packages-link-limited = { $count ->
   *[other] ダウンロード { $count } 回まで
}
packages-link-with-password = パスワードあり
packages-link-until = { $time } まで
packages-link-unused = 未使用
packages-link-used = 最終使用 { $time }

packages-transfers = 転送
packages-no-transfers = クラウド接続との転送はまだありません。
packages-transfer-start = 転送を開始
packages-transfer-connection = クラウド接続
packages-transfer-choose = 接続を選択
packages-transfer-none = 送信先の接続がありません。「クラウド接続」で追加してください。
packages-transfer-to = { $name } へ
packages-transfer-from = { $name } から
packages-transfer-pending = 待機中
packages-transfer-transferring = 転送中
packages-transfer-complete = 完了
packages-transfer-error = 失敗

packages-timeline = タイムライン
packages-timeline-created = { $has_actor ->
    [yes] { $actor } が作成
   *[no] 作成
}
packages-timeline-form = フォーム「{ $title }」に回答
packages-timeline-finalized = { $count ->
    [0] 送信済み
   *[other] 送信済み（{ $count } 個のファイル）
}
packages-timeline-scan = ウイルススキャン
packages-timeline-scan-pending = { $count ->
   *[other] { $count } 個のファイルがウイルススキャンを待機中
}
packages-timeline-scan-clean = { $count ->
   *[other] { $count } 個のファイルをスキャン、ウイルスなし
}
packages-timeline-scan-not-scanned = { $count ->
   *[other] { $count } 個のファイルは未スキャン
}
packages-timeline-scan-infected = { $title } でウイルスを検出
packages-scan-reason-off = スキャンは無効になっています。
packages-scan-reason-too-large = ファイルが大きすぎてスキャンできません。
packages-scan-reason-timeout = スキャンに時間がかかりすぎました。
packages-timeline-mail = { $actor } へのメール
packages-timeline-mail-waiting = { $actor } へのメールは送信待ち
packages-timeline-mail-sent = { $actor } にメールを送信
packages-timeline-mail-kept = { $actor } へのメールは未送信：メールサーバーなし
packages-timeline-mail-failed = { $actor } へのメール送信に失敗
packages-timeline-mail-cancelled = { $actor } へのメールをキャンセル
packages-timeline-transfer = 転送：{ $title }
packages-timeline-transfer-pending = 転送待ち：{ $title }
packages-timeline-transfer-transferring = 転送中：{ $title }
packages-timeline-transfer-complete = 転送完了：{ $title }
packages-timeline-transfer-error = 転送失敗：{ $title }
packages-timeline-webhook = Webhook「{ $title }」：{ $detail }
packages-timeline-webhook-exhausted = Webhook「{ $title }」が失敗
packages-timeline-link = リンク
packages-timeline-link-created = { $has_actor ->
    [yes] { $actor } 用のリンクを作成
   *[no] リンクを作成
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] { $actor } のリンクを無効化
   *[no] リンクを無効化
}
packages-timeline-link-locked = { $has_actor ->
    [yes] { $actor } のリンクがダウンロード回数の上限に到達
   *[no] リンクがダウンロード回数の上限に到達
}
packages-timeline-download = { $has_actor ->
    [yes] { $actor } がダウンロード
   *[no] ダウンロード
}
packages-timeline-download-complete = { $has_actor ->
    [yes] { $actor } のダウンロードが完了
   *[no] ダウンロードが完了
}
packages-timeline-changed = 変更
packages-timeline-changed-details = { $has_actor ->
    [yes] { $actor } が名前またはタグを変更
   *[no] 名前またはタグを変更
}
packages-timeline-changed-expiry = { $has_actor ->
    [yes] { $actor } が期限を変更
   *[no] 期限を変更
}
packages-timeline-changed-restored = { $has_actor ->
    [yes] { $actor } が復元
   *[no] 復元
}
packages-timeline-expired = 期限切れ、ファイルを削除
packages-timeline-expired-deleted = { $has_actor ->
    [yes] { $actor } が削除
   *[no] 削除
}
packages-timeline-archived = アーカイブ
packages-timeline-archived-unarchived = アーカイブから戻した

packages-uploading = アップロード中
packages-uploading-unknown = 送信者を待っています。ファイルは届き次第表示されます。
packages-uploading-done = { $percent } · { $bytes } / { $total } · { $files } / { $all } ファイル

home-welcome = ようこそ、{ $name } さん
home-steps = 最初のステップ
home-step-send = 最初のパッケージを送信する
home-step-send-help = 任意のサイズのファイルやフォルダーを、受信者ごとのリンクで送信できます。
home-step-portal = ポータルを作成する
home-step-portal-help = ほかの人がアカウントなしでファイルを送信するページです。
home-step-portal-action = ポータルを開く
home-step-member = 同僚を招待する
home-step-member-help = 役割ごとに権限が決まります。
home-step-member-action = 同僚を招待
home-step-done = 完了
home-recent-sent = 最近の送信
home-recent-received = 最近の受信
home-all = すべて表示
home-nothing = まだありません。

send-title = ファイルを送信
send-files = ファイル
send-drop = このページのどこにでもファイルやフォルダーをドロップするか、貼り付けてください。
send-choose-files = ファイルを選択
send-choose-folder = フォルダーを選択
send-drop-here = ドロップして追加
send-drop-not-added = 別のアップロードが進行中のため、追加されませんでした。完了してからファイルを追加してください。
send-reading = フォルダーを読み込んでいます
send-left-out = { $count ->
   *[other] システムファイル { $count } 個をスキップしました
}
send-list = 送信するファイル
send-list-total = { $files ->
   *[other] { $files } ファイル、{ $size }
}
send-remove-named = { $name } を削除
send-remove-refused = 拒否されたファイルをすべて削除
send-details = 詳細
send-name = パッケージ名
send-name-help = 既定では、最初のファイルの名前です。
send-recipients = 受信者
send-recipients-help = メールアドレス。空欄にすると、共有用のリンクを作成します。
send-message = メッセージ
send-password = パスワード
send-password-help = 受信者が入力する必要があります。リンクとは別に共有してください。
send-limit = リンクごとのダウンロード回数
send-limit-help = 空欄にすると、チームの既定値を使用します。
send-keep = 有効期限
send-keep-default = { $days ->
   *[other] { $days } 日後（チームの既定）
}
send-tag = タグ
send-space = チームスペース
send-space-none = なし
send-more = その他のオプション
send-action = 送信
send-files-needed = 先にファイルを追加してください。
send-state-listed = 送信の準備完了
send-state-waiting = 待機中
send-state-sending = { $percent }
send-state-done = 送信済み
send-state-paused = 一時停止中
send-state-failed = 失敗
send-state-missing = このファイルをもう一度選択してください
send-state-refused = 拒否
send-fault-type = この種類のファイルは許可されていません。
send-fault-size = ファイルが大きすぎます。
send-fault-count = ファイルが多すぎます。
send-fault-total = パッケージが大きくなりすぎます。
send-fault-name = この名前は許可されていません。
send-fault-duplicate = このファイルはすでに一覧にあります。
send-fault-changed = 選択後にファイルが変更されました。削除してからもう一度追加してください。
send-fault-unreadable = ファイルを読み取れません。ディスクが接続されているか確認してください。
send-fault-checksum = ファイルが転送中に何度も破損しました。再試行してください。
send-fault-etag-hidden = ストレージの設定に誤りがあります。CORS 規則で ETag を公開する必要があります。管理者にお知らせください。
send-fault-storage = ストレージがファイルを拒否しました。
send-fault-refused = サーバーがファイルを拒否しました。
send-fault-package-gone = パッケージは削除されたか、すでに確定されています。
send-retry = 再試行
send-retry-all = 失敗したファイルをすべて再試行
send-give-up-failed = 失敗したファイルを除いて完了
send-pause = 一時停止
send-resume = 再開
send-cancel = キャンセル
send-cancel-title = このアップロードをキャンセルしますか？
send-cancel-body = これまでに送信したファイルはサーバーから削除されます。お手元のファイルは変更されません。
send-cancel-action = アップロードをキャンセル
send-progress = アップロードの進行状況
send-progress-files = { $done } / { $files } ファイル
send-progress-bytes = { $sent } / { $total }
send-progress-speed = 毎秒 { $size }
send-left = 残り約 { $time }
send-left-soon = 残り 1 分未満
send-starting = 開始しています
send-sending = { $name } を送信中
send-paused = 一時停止中
send-pausing = 一時停止しています…
send-list-cut-off = ファイルの一覧をすべて保存する前に、このページが閉じられました。すべてのファイルをもう一度追加してください。すでに届いたファイルは再送信されません。その後、アップロードを完了してください。
send-list-complete = 一覧は揃っています: 完了する
send-attention = 操作が必要です
send-finishing = 完了しています
send-elsewhere = 別のタブがこのパッケージを送信しています。
send-failed = アップロードに失敗しました
send-cancelled = アップロードをキャンセルしました。
send-waiting-offline = ネットワークに接続していません。復旧すると、アップロードは自動的に再開します。
send-waiting-network = サーバーが応答しません。{ $seconds } 秒後に再試行します。
send-waiting-storage = ストレージが応答しません。{ $seconds } 秒後に再試行します。
send-waiting-busy = サーバーが混み合っています。{ $seconds } 秒後に再試行します。
send-keep-open = すべてのファイルが送信されるまで、このページを開いたままにしてください。その間、コンソールのほかの機能は使えます。
send-announce = { $percent } 送信済み
send-done = 送信しました
send-done-mailed = { $count ->
   *[other] { $count } 人にメールを送信しました。
}
send-done-link = パッケージの準備ができました。共有するにはリンクを作成してください。
send-done-facts = 「{ $name }」：{ $files }、{ $size }
send-show-package = パッケージを表示
send-again = さらにファイルを送信
send-expiry-failed = パッケージは送信されましたが、有効期限を変更できませんでした。パッケージのページで変更してください。
send-unfinished = アップロード「{ $name }」は { $percent } 完了しています。再開しますか？
send-unfinished-elsewhere = 「{ $name }」は別のタブで送信中です。
send-unfinished-continue = 再開
send-unfinished-replaces = いま選択したファイルは、そのアップロードには含まれません。一覧から削除されます。
send-unfinished-forget = このアップロードを削除
send-unfinished-pick = 同じファイルをもう一度選択またはドロップしてください。送信済みの部分は再送信されません。
send-running = 送信中：{ $percent }
